"""Find a longest subarray whose largest and smallest entries are near each other."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class LongestBoundedRangeSubarray(OptimizationEnvironment):
    """A longest subarray of N integers whose range is at most K; a tenth more integers, and one, with each level.

    At first a random walk of six integers, whose own range is 2 to 3 times K. From level 3 on the longest subarray is planted
    between others, and going on from each entry that breaks the bound misses it, from the left and from the right.
    Reward: (length / greatest length)^10, or 0 where the range is larger than K.
    """

    numbers: Sequence[int]
    bound: int

    paper_name = "LongestMaxDiffBoundedInterval"
    max_level = 20
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 7, 9, 11), level, percent=10, plus=1), "planted": int(level >= 3)}

    @classmethod
    def draw(cls, rng: Random, n: int, planted: int) -> Self:
        if planted:
            bound = rng.randint(n, 2 * n)
            numbers = _planted(rng, n, bound)
        else:
            numbers = list(accumulate([rng.choice((-1, 1)) * rng.randint(0, 4) for _ in range(n)]))
            extent = max(numbers) - min(numbers)
            bound = rng.randint(extent // 3, max(extent // 3, extent // 2))
        lowest = min(numbers)
        return cls(numbers=[number - lowest for number in numbers], bound=bound)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Choose consecutive positions, as many as possible, so that the largest entry at them minus the smallest is at most "
            f"{self.bound}. Give the first position and the last, both included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """For each last position the first one that can go with it moves on, never back."""
        first, best = 0, [0, 0]
        for last in range(len(self.numbers)):
            while first < last and not self.objective([first, last]):
                first += 1
            best = max(best, [first, last], key=lambda ends: ends[1] - ends[0])
        return best

    def objective(self, answer: Sequence[int], /) -> int:
        first, last = answer
        chosen = self.numbers[first : last + 1]
        return len(chosen) if chosen and max(chosen) - min(chosen) <= self.bound else 0

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._run_by_run(), self._run_by_run(-1)] if len(self.numbers) > 9 else []

    def _run_by_run(self, step: int = 1) -> list[int]:
        """The longest of the runs that begin where the one before had to end, from the left or (step -1) from the right."""
        places = range(len(self.numbers))[::step]
        runs = [[places[0], places[0]]]
        for place in places:
            if self.objective(sorted([runs[-1][0], place])):
                runs[-1][1] = place
            else:
                runs.append([place, place])
        return sorted(max(runs, key=lambda run: abs(run[1] - run[0])))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the middle on, to either side in turn as long as the bound allows it."""
        n = len(self.numbers)
        first = last = n // 2
        for left, right in ((0, 1), (1, 0)) * n:
            wider = [first - left, last + right]
            if wider[0] >= 0 and wider[1] < n and self.objective(wider):
                first, last = wider
        return {"from the middle": [first, last], "from the left": self._run_by_run(), "from the right": self._run_by_run(-1)}


def _planted(rng: Random, n: int, bound: int) -> list[int]:
    """A subarray with the range `bound`; the entry to its left goes with its first half only, that to its right with its second
    half only; and shorter subarrays with the same range on either side, far above and far below in turn.
    """
    third = bound // 3
    size = rng.randint(n // 3 + 1, 2 * n // 5 + 1)
    first = [rng.randint(third, bound) for _ in range(size // 2)]
    second = [rng.randint(2 * third, bound + third) for _ in range(size - size // 2)]
    first[-rng.randint(1, max(1, size // 6))], second[rng.randrange(max(1, size // 6))] = third, bound + third
    others: list[int] = []
    high = rng.randrange(2)
    while len(others) < n - size - 2:
        low = rng.randint(2 * bound, 3 * bound) if high else -rng.randint(bound + 1, 2 * bound)
        more = [rng.randint(low, low + bound) for _ in range(rng.randint(2, size - 1))]
        more[:2] = rng.sample([low, low + bound], 2)
        others += more
        high = 1 - high
    before = rng.randint(0, n - size - 2)
    ends = rng.randrange(third), rng.randint(bound + third + 1, bound + 2 * third)
    numbers = [*others[:before], ends[0], *first, *second, ends[1], *others[before : n - size - 2]]
    return numbers[:: rng.choice((-1, 1))]
