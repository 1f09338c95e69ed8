"""Place stops so that trips by way of them are short."""

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class TwoStopDetourMinimization(OptimizationEnvironment):
    """The least sum of N trips, each by way of the best of some stops; a tenth more trips, and one, with each level.

    Three trips at first, by one or two stops on a line up to 9. From level 3 on three stops, and trips that lie thinner and
    thinner towards one end, so that to begin with equal groups is not best. Reward: (least sum / sum)^20.
    """

    trips: Sequence[tuple[int, int]]
    stops: int
    largest: int

    paper_name = "PalembangBridges"
    max_level = 24
    goal = "minimum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((3, 5, 7, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 9:
            trips = [(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(n)]
            return cls(trips, stops=rng.randint(1, 2), largest=9)
        side, trips = rng.randrange(2), []
        for place in rng.sample(range(n), n):
            middle = 10 * (place + 1) ** 2 // n + rng.randint(-3, 3)
            reach = rng.randint(-5 * n // 3, 5 * n // 3)
            ends = [min(max(end, 0), 10 * n) for end in (middle - reach, middle + reach)]
            trips.append([10 * n - end if side else end for end in ends])
        return cls(trips, stops=3, largest=10 * n)

    def statement(self) -> str:
        several = self.stops > 1
        stops, way = (
            (f"{('two', 'three')[self.stops - 2]} stops, which may be equal: integers", "the best stop P for it")
            if several
            else ("one stop P, an integer", "P")
        )
        return (
            f"Here are {len(self.trips)} trips on a line, one a line as: number: S T\n{numbered_rows(self.trips)}\n"
            f"Choose {stops} from 0 to {self.largest}. A trip goes from S to {way} and from there to T, and has the "
            f"length |S - P| + |P - T|. Make the sum of all lengths as small as possible. Give the stop{'s' * several}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.stops, low=0, high=self.largest)

    def solve(self) -> list[int]:
        """A trip takes the stop nearest to its middle, so the trips of a stop are consecutive by S + T, and the median of their
        ends is best. For each number of stops the least sums of the first trips.
        """
        trips = sorted(self.trips, key=sum)
        n = len(trips)
        costs = []  # of one stop for the trips from start on, by how many they are
        for start in range(n):
            ends: list[int] = []
            row = []
            for count in range(1, n - start + 1):
                for end in trips[start + count - 1]:
                    insort(ends, end)
                row.append(sum(ends[count:]) - sum(ends[:count]))
            costs.append(row)
        best, starts = [0, *costs[0]], []
        for _ in range(self.stops - 1):
            options = [min([(best[s] + costs[s][end - s - 1], s) for s in range(end)]) for end in range(1, n + 1)]
            best = [0, *[cost for cost, _ in options]]
            starts.append([0, *[s for _, s in options]])
        cuts, end = [], n
        for row in starts[::-1]:
            end = row[end]
            cuts.append(end)
        return self._medians(trips, cuts)

    @staticmethod
    def _medians(trips: Sequence[tuple[int, int]], cuts: Sequence[int]) -> list[int]:
        """For each group of trips, of those that begin at 0 and at the cuts, the middle one of all ends, the lower of two."""
        groups = [trips[start:end] for start, end in pairwise([0, *sorted(cuts), len(trips)])]
        return [sorted([end for trip in group for end in trip])[len(group) - 1] if group else 0 for group in groups]

    def objective(self, answer: Sequence[int], /) -> int:
        return sum([min([abs(s - stop) + abs(stop - t) for stop in answer]) for s, t in self.trips])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._improved()] if len(self.trips) > 8 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, k = len(self.trips), self.stops
        ends = sorted([end for trip in self.trips for end in trip])
        trips = sorted(self.trips, key=sum)
        gaps = sorted(range(1, n), key=lambda place: sum(trips[place - 1]) - sum(trips[place]))
        return {
            "at equal distances": [self.largest * (2 * place + 1) // (2 * k) for place in range(k)],
            "at equal shares of the ends": [ends[n * (2 * place + 1) // k] for place in range(k)],
            "medians between the widest gaps": self._medians(trips, gaps[: k - 1]),
            "medians of equal groups, improved": self._improved(),
        }

    def _improved(self) -> list[int]:
        """From the medians of equal groups, each stop goes to the median of the trips for which it is best, again and again."""
        trips, before = sorted(self.trips, key=sum), None
        stops = self._medians(trips, [len(trips) * group // self.stops for group in range(1, self.stops)])
        for _ in trips:
            if stops == before:
                break
            before = stops
            stops = self._medians(trips, [sum([s + t <= a + b for s, t in trips]) for a, b in pairwise(stops)])
        return stops
