"""Find the least multiples that have only zeros and ones as digits."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow


class SmallestZeroOneDigitMultiple(Environment):
    """For three integers A, the least B with A * B all zeros and ones; A two fifths larger, and six, with each level.

    The three are different and lie in the upper half of the level's range. Reward: 1 when all three are right, else 0.
    """

    integers: Sequence[int]

    paper_name = "SmallestBinaryMultiple"
    max_level = 22  # A up to 41,000: the solver visits up to A remainders

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": grow(10, level, percent=40, plus=6)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        return cls(integers=rng.sample(range(largest // 2, largest + 1), 3))

    def statement(self) -> str:
        return (
            f"Here are {len(self.integers)} integers:\n{' '.join(map(str, self.integers))}\n"
            "For each integer A of them, find the least integer B >= 1 such that every decimal digit of the product A * B is "
            f"0 or 1. Give the {len(self.integers)} integers B in the order of the integers A."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.integers), low=1)

    def solve(self) -> list[int]:
        return [_least_product(integer) // integer for integer in self.integers]


def _least_product(n: int) -> int:
    """Search the remainders of the numbers 1, 10, 11, 100, ... modulo n in ascending order, each remainder once.

    Of two numbers with the same remainder the larger one is not needed: what follows it is larger too.
    """
    numbers, seen = [1], {1 % n}
    for number in numbers:
        if number % n == 0:
            return number
        for longer in (10 * number, 10 * number + 1):
            if longer % n not in seen:
                seen.add(longer % n)
                numbers.append(longer)
    raise AssertionError("every integer has a multiple of this kind")
