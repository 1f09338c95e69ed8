"""Find terms of the ascending sequence of sums of different powers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow


class DistinctPowerSumsNthTerm(Environment):
    """Three terms of the sequence of all sums of different powers of K; twice as far out, and one more K, with each level.

    K is at least 3, since for 2 the sequence holds every integer. Reward: 1 when all three terms are right, else 0.
    """

    base: int
    numbers: Sequence[int]

    paper_name = "SubsetSumSequence"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"number": grow(20, level, percent=100), "base": 6 + level}

    @classmethod
    def draw(cls, rng: Random, number: int, base: int) -> Self:
        return cls(base=rng.randint(3, base), numbers=sorted(rng.sample(range(number // 2, number + 1), 3)))

    def statement(self) -> str:
        k = self.base
        return (
            f"Consider the powers {k}^0, {k}^1, {k}^2, and so on, and all integers that are the sum of one or more different "
            "ones of them (each power is used at most once; the empty sum 0 does not belong to them). Sorted in ascending "
            "order, these integers are numbered 1, 2, 3, and so on. "
            f"Give the {len(self.numbers)} integers with these numbers, in the same order:\n"
            f"{' '.join(map(str, self.numbers))}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=1)

    def solve(self) -> list[int]:
        """The binary digits of the number, read in base K, say which powers are summed."""
        return [sum([self.base**i for i, digit in enumerate(reversed(f"{number:b}")) if digit == "1"]) for number in self.numbers]

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.numbers]
