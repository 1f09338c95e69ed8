"""Find terms of the ascending sequence of sums of different powers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow


class DistinctPowerSumsNthTerm(Environment):
    """Three terms of the sequence of all sums of different powers of K; twice as far out, and one more K, with each level.

    K is at least 3, since for 2 the sequence holds every integer. Two of the smallest powers are left out, so that terms
    cannot be learned by heart. Reward: 1 when all three terms are right, else 0.
    """

    base: int
    missing: Sequence[int]
    numbers: Sequence[int]

    paper_name = "SubsetSumSequence"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"number": grow(24, level, percent=100), "base": 8 + level}

    @classmethod
    def draw(cls, rng: Random, number: int, base: int) -> Self:
        return cls(
            base=rng.randint(3, base),
            missing=sorted(rng.sample(range(number.bit_length() + 1), 2)),
            numbers=sorted(rng.sample(range(number // 2, number + 1), 3)),
        )

    def statement(self) -> str:
        k, (low, high) = self.base, self.missing
        return (
            f"Take the powers {k}^0, {k}^1, {k}^2, and so on, but leave out {k}^{low} and {k}^{high}. Consider all integers that "
            "are the sum of one or more different ones of the remaining powers (each power is used at most once; the empty sum 0 "
            "does not belong to them). Sorted in ascending order, these integers are numbered 1, 2, 3, and so on. "
            f"Give the {len(self.numbers)} integers with these numbers, in the same order:\n"
            f"{' '.join(map(str, self.numbers))}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=1)

    def solve(self) -> list[int]:
        return self._terms(self.missing)

    def _terms(self, missing: Sequence[int]) -> list[int]:
        """The binary digits of the number say which of the remaining powers, the smallest first, are summed."""
        exponents = [i for i in range(max(self.numbers).bit_length() + 2) if i not in missing]
        return [sum([self.base**i for bit, i in enumerate(exponents) if number >> bit & 1]) for number in self.numbers]

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.numbers, self._terms(())]
