"""Choose terms of a recursive sequence that add up to a given sum."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, grow
from rlve.envs.toolkit.text import between


class AffineRecurrenceSubsetSum(ConstraintEnvironment):
    """Terms of F(n) = A F(n-1) + B, out of the first N, with the sum S; a tenth more terms, and one, with each level.

    F(n) is B n + c or A^n c + d, A = 2 or, from level 5 on, 3, where d is about as large as the middle power: many small terms
    lie close together. From level 3 on, always taking the largest term that fits does not succeed, nor does leaving out the
    largest one that may go. Reward: 1 or 0.
    """

    n: int
    first: int
    factor: int
    step: int
    total: int

    paper_name = "RecursiveSequenceSumConstruction"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "factor": 2 + (level >= 5)}

    @classmethod
    def draw(cls, rng: Random, n: int, factor: int) -> Self:
        factor = rng.randint(1, factor)
        if factor == 1:
            first, step = rng.randint(1, 2 * n), rng.randint(2, 2 * n)
        else:
            scale = rng.randint(1, 1 + n // 6)
            middle = scale * factor ** (n // 2)
            shift = rng.randint(middle // 2, 2 * middle)
            first, step = scale + shift, shift - factor * shift
        chosen = rng.sample(range(1, n + 1), rng.randint(n // 3 + 1, n // 2 + 1))
        terms = _terms(n, first, factor, step)
        return cls(n=n, first=first, factor=factor, step=step, total=sum([terms[i] for i in chosen]))

    def statement(self) -> str:
        before = "F(n-1)" if self.factor == 1 else f"{self.factor} F(n-1)"
        sign = "-" if self.step < 0 else "+"
        return (
            f"A sequence starts with F(0) = {self.first}, and F(n) = {before} {sign} {abs(self.step)} for every n >= 1. "
            f"Choose different indices n, {between('n', (1, self.n))}, so that the sum of the terms F(n) with these indices is "
            f"{self.total}. Give the indices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=1, high=self.n)

    def solve(self) -> list[int]:
        """For each number of terms: what B or d adds is known, and the rest is a sum of different indices or powers."""
        if self.factor == 1:
            return next(filter(None, map(self._indices, range(1, self.n + 1))))
        return next(filter(None, map(self._powers, range(1, self.n + 1))))

    def _indices(self, count: int) -> list[int]:
        """That many indices with the sum (S - count c) / B, or none: the lowest ones, the last of them moved up."""
        more, rest = divmod(self.total - count * self.first, self.step)
        more -= count * (count + 1) // 2
        if rest or not 0 <= more <= count * (self.n - count):
            return []
        chosen = list(range(1, count + 1))
        for place in range(count)[::-1]:
            moved = min(more, self.n - count)
            chosen[place] += moved
            more -= moved
        return chosen

    def _powers(self, count: int) -> list[int]:
        """That many indices whose powers of A have the sum (S - count d) / c, or none."""
        shift = self.step // (1 - self.factor)
        left, rest = divmod(self.total - count * shift, self.first - shift)
        chosen = []
        for i in range(self.n + 1):
            left, digit = divmod(left, self.factor)
            rest += digit * (i == 0) + max(0, digit - 1)
            chosen += [i] * digit
        return chosen if not left and not rest and len(chosen) == count else []

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        terms = _terms(self.n, self.first, self.factor, self.step)
        return int(sum([terms[i] for i in answer]) == self.total), 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        rest = sum(_terms(self.n, self.first, self.factor, self.step)[1:]) - self.total
        left_out = self._largest_first(rest)
        return {
            "the largest term that fits, again and again": self._largest_first(self.total),
            "all but the largest terms that may go": [i for i in range(1, self.n + 1) if i not in left_out],
        }

    def _largest_first(self, left: int) -> list[int]:
        chosen = []
        for i, term in reversed([*enumerate(_terms(self.n, self.first, self.factor, self.step))][1:]):
            if term <= left:
                left -= term
                chosen.append(i)
        return chosen


def _terms(n: int, first: int, factor: int, step: int) -> list[int]:
    """F(0) to F(N)."""
    terms = [first]
    for _ in range(n):
        terms.append(factor * terms[-1] + step)
    return terms
