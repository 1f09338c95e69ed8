"""Find terms of the ascending sequence of sums of different powers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import rungs


class DistinctPowerSumsNthTerm(Environment):
    """Terms of the sequence of all sums of different powers of K: two at first, one more with every other level.

    They are up to the 6th term at first, to the 24th at level 4, and twice as far out with each level; K has one more value
    with each. K is at least 3, since for 2 the sequence holds every integer. One of the smallest powers is left out, two from
    level 3 on, so that terms cannot be learned by heart. Reward: 1 when all terms are right, else 0.
    """

    base: int
    missing: Sequence[int]
    numbers: Sequence[int]

    paper_name = "SubsetSumSequence"
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        number = rungs((6, 8, 12, 16, 24), level, percent=100)
        return {"number": number, "base": 4 + level, "missing": 1 + (level > 2), "count": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, number: int, base: int, missing: int, count: int) -> Self:
        return cls(
            base=rng.randint(3, base),
            missing=sorted(rng.sample(range(number.bit_length() + 1), missing)),
            numbers=sorted(rng.sample(range(number // 2, number + 1), count)),
        )

    def statement(self) -> str:
        k = self.base
        return (
            f"Take the powers {k}^0, {k}^1, {k}^2, and so on, but leave out {' and '.join([f'{k}^{i}' for i in self.missing])}. "
            "Consider all integers that are the sum of one or more of the remaining powers, each used at most once. "
            "Sorted in ascending order, these integers are numbered 1, 2, 3, and so on. "
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
