"""Find an integer with given remainders."""

from collections.abc import Iterable, Sequence
from math import lcm
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Integer, grow, hidden
from rlve.envs.toolkit.text import rows


class SimultaneousCongruences(ConstraintEnvironment):
    """An integer with given remainders by several moduli; moduli a tenth larger, and one more of them with every third level.

    The moduli lie in the upper half of the level's range, so that none divides another; they need not be coprime. The
    planted integer is uniform below their least common multiple. Reward: (share of remainders that are right)^10.
    """

    congruences: Sequence[tuple[int, int]]
    solution: int = hidden()

    paper_name = "CRT"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"modulus": grow(12, level, percent=10, plus=1), "count": 2 + level // 3}

    @classmethod
    def draw(cls, rng: Random, modulus: int, count: int) -> Self:
        moduli = rng.sample(range(modulus // 2 + 1, modulus + 1), count)
        solution = rng.randrange(lcm(*moduli))
        return cls(congruences=[(m, solution % m) for m in moduli], solution=solution)

    def statement(self) -> str:
        return (
            f"Here are {len(self.congruences)} conditions on an integer x, one a line as: modulus remainder\n"
            f"{rows(self.congruences)}\n"
            "Find an integer x >= 0 that, divided by each modulus, leaves the remainder beside it."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def satisfied(self, answer: int, /) -> tuple[int, int]:
        return sum([answer % modulus == remainder for modulus, remainder in self.congruences]), len(self.congruences)

    def guesses(self) -> Iterable[int]:
        remainders = [remainder for _, remainder in self.congruences]
        return [0, 1, *remainders, sum(remainders)]
