"""Choose entries with a large sum, no two of them side by side."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class MaxSumKNonadjacent(OptimizationEnvironment):
    """K of N entries, no two of them neighbours, with the largest sum; a tenth more entries, and one, with each level.

    Five entries at first; K is nearly half of N. From level 3 on most entries form peaks with shoulders nearly as high, and the
    largest first does not succeed. Reward: (sum / largest sum)^20.
    """

    numbers: Sequence[int]
    k: int

    paper_name = "Max_NonAdjacent_KElementSum"
    max_level = 20
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 7, 9, 12), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        k = 9 * n // 20
        if n < 10:
            return cls(numbers=[rng.randint(1, 2 * n) for _ in range(n)], k=k)
        numbers: list[int] = []
        while len(numbers) < n + 2:
            top = rng.randint(20, 30)
            if rng.random() < 0.3:
                numbers.append(top - rng.randint(12, 15))
            else:
                numbers += [top - rng.randint(1, 6), top, top - rng.randint(1, 6)]
                numbers += [top + rng.randint(-4, 4)] * (rng.random() < 0.3)
        start = rng.randint(0, 2)
        return cls(numbers=numbers[start : start + n], k=k)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Choose exactly {self.k} positions, no two of which differ by 1, so that the sum of the integers there is as "
            "large as possible. Give the positions."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.k, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """The largest sum of one of the first entries, of two of them, ...: without the last of them, or with it."""
        n = len(self.numbers)
        best, sums = [0] * (n + 2), []  # by the number of first entries, plus 1
        for size in range(1, self.k + 1):
            before, best = best, [-1] * (n + 2)
            for end in range(2 * size, n + 2):
                best[end] = max(best[end - 1], before[end - 2] + self.numbers[end - 2])
            sums.append(best)
        chosen, end = [], n + 1
        for best in reversed(sums):
            while best[end - 1] == best[end]:
                end -= 1
            end -= 2
            chosen.append(end)
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        for position in answer:
            if position + 1 in answer:
                raise Infeasible(f"the positions {position} and {position + 1} are neighbours")
        return sum([self.numbers[position] for position in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one(self.numbers.__getitem__)] if len(self.numbers) > 9 else []

    def _one_by_one(self, worth: Callable[[int], int]) -> list[int]:
        """Each time the best position that leaves room for the others."""
        n = len(self.numbers)
        chosen: list[int] = []
        for position in sorted(range(n), key=worth, reverse=True):
            more = sorted([*chosen, position])
            ends = zip([-2, *more], [*more, n + 1], strict=True)
            gaps = [end - start for start, end in ends]
            if len(more) <= self.k <= len(more) + sum([gap // 2 - 1 for gap in gaps]) and min(gaps) > 1:
                chosen = more
        return chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, numbers = len(self.numbers), [0, *self.numbers, 0]
        by_size = sorted(range(n), key=self.numbers.__getitem__, reverse=True)
        found = {
            "largest first": self._one_by_one(self.numbers.__getitem__),
            "most above both neighbours": self._one_by_one(lambda i: 2 * numbers[i + 1] - numbers[i] - numbers[i + 2]),
            "most above one neighbour": self._one_by_one(lambda i: numbers[i + 1] - max(numbers[i], numbers[i + 2])),
            "largest even ones": [position for position in by_size if position % 2 == 0][: self.k],
            "largest odd ones": [position for position in by_size if position % 2][: self.k],
        }
        valid = [chosen for chosen in found.values() if len(chosen) == self.k]
        return {**found, "best of these": max(valid, key=self.objective)}
