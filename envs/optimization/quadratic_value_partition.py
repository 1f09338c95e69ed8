"""Cut an array into batches that are worth a quadratic polynomial of their sums."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.polynomials import polynomial_text
from rlve.envs.toolkit.sizes import rungs


class QuadraticValuePartition(OptimizationEnvironment):
    """Cut N integers into batches worth ax^2 + bx + c, x the sum, a < 0 and c < 0; a tenth more, and one, with each level.

    Four integers up to 6 at first, nine up to 25 at level 3. From there on neither batches near the best sum nor taking out
    the least useful cut, again and again, is best. Reward: (share of the way from a single cut, or all, to the optimum)^20.
    """

    numbers: Sequence[int]
    coefficients: Sequence[int]  # c, b, a

    paper_name = "QuadraticFunctionSegmentation"
    max_level = 22
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        small = n < 9
        numbers = [rng.randint(1, 6) if small else rng.randint(5, 25) for _ in range(n)]
        a = 1 if small else rng.randint(1, 3)
        product = rng.randint(3, 15) if small else rng.randint(300, 800)  # of the sums of two batches that are as good as one
        b = isqrt(8 * a * a * product) + rng.randint(1, 9)
        return cls(numbers, coefficients=(-2 * a * product, b, -a))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Cut it into at least two batches of neighbouring integers. A batch whose integers have the sum x is worth "
            f"{polynomial_text(self.coefficients)}. Make the sum of what all batches are worth as large as possible. Give the "
            "position of the first integer of each batch but the first batch."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(min_length=1, max_length=n - 1, low=1, high=n - 1)

    def solve(self) -> list[int]:
        """The most that the first integers can be worth, by their number."""
        n, sums = len(self.numbers), [0, *accumulate(self.numbers)]
        c, b, a = self.coefficients
        best, starts = [0], [0]
        for end in range(1, n + 1):
            total = sums[end]
            options = [(best[s] + (a * (total - sums[s]) + b) * (total - sums[s]) + c, s) for s in range(end == n, end)]
            value, start = max(options)
            best.append(value)
            starts.append(start)
        cuts = [starts[n]]
        while starts[cuts[-1]]:
            cuts.append(starts[cuts[-1]])
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        c, b, a = self.coefficients
        sums = [sum(self.numbers[start:end]) for start, end in pairwise([0, *answer, len(self.numbers)])]
        return sum([(a * x + b) * x + c for x in sums])

    def baseline(self) -> int:
        """The better of all cuts and the best single one."""
        places = range(1, len(self.numbers))
        return max([self.objective(cuts) for cuts in (places, *[[place] for place in places])])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._near_ideal(), self._least_useful_out()] if len(self.numbers) > 8 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        n = len(self.numbers)
        cuts: list[int] = []
        while len(cuts) < n - 1:
            more = max([sorted([*cuts, i]) for i in range(1, n) if i not in cuts], key=self.objective)
            if cuts and self.objective(more) <= self.objective(cuts):
                break
            cuts = more
        return {
            "batches of equal length": max([range(size, n, size) for size in range(1, n)], key=self.objective),
            "best cut first": cuts,
            "least useful cut out": self._least_useful_out(),
            "near the sum with most for each unit": self._near_ideal(),
        }

    def _least_useful_out(self) -> list[int]:
        """From all cuts on, always the one between the batches with the smallest product of their sums, if that helps."""
        c, _, a = self.coefficients
        sums, firsts = list(self.numbers), list(range(1, len(self.numbers)))
        while len(firsts) > 1:
            product, place = min([(x * y, i) for i, (x, y) in enumerate(pairwise(sums))])
            if 2 * a * product <= c:
                break
            sums[place : place + 2] = [sums[place] + sums[place + 1]]
            del firsts[place]
        return firsts

    def _near_ideal(self) -> list[int]:
        """From the left, each batch as near to the sum that has most for each unit as it can be."""
        ideal, total, firsts = isqrt(self.coefficients[0] // self.coefficients[2]), 0, []
        for i, number in enumerate(self.numbers):
            if i and abs(total + number - ideal) > abs(total - ideal):
                firsts.append(i)
                total = 0
            total += number
        return firsts or [1]
