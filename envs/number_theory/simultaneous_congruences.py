"""Find an integer with given remainders."""

from collections.abc import Iterable, Sequence
from math import lcm
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Integer, hidden
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class SimultaneousCongruences(ConstraintEnvironment):
    """An integer with given remainders by several moduli: by two that are at most 5 at first and 13 at level 4.

    From there on they become a tenth larger, and one, with each level, and one more with every third. They lie in the upper half
    of the level's range, so that none divides another; they need not be coprime. The planted integer is uniform below their least
    common multiple. Reward: (share of remainders that are right)^10.
    """

    congruences: Sequence[tuple[int, int]]
    solution: int = hidden()

    paper_name = "CRT"
    version = 2
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        modulus = rungs((5, 7, 11, 12, 13), level, percent=10, plus=1)
        return {"modulus": modulus, "count": 2 + max(0, level - 4) // 3}

    @classmethod
    def draw(cls, rng: Random, modulus: int, count: int) -> Self:
        moduli = rng.sample(range(modulus // 2 + 1, modulus + 1), count)
        solution = rng.randrange(lcm(*moduli))
        return cls(congruences=[(m, solution % m) for m in moduli], solution=solution)

    def statement(self) -> str:
        return (
            f"Find an integer x >= 0 that, divided by each of these {len(self.congruences)} moduli, leaves the remainder beside "
            f"it, one a line as: modulus remainder\n{rows(self.congruences)}"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def satisfied(self, answer: int, /) -> tuple[int, int]:
        return sum([answer % modulus == remainder for modulus, remainder in self.congruences]), len(self.congruences)

    def guesses(self) -> Iterable[int]:
        if self.congruences[0][0] < 6:
            return []
        remainders = [remainder for _, remainder in self.congruences]
        return [0, 1, *remainders, sum(remainders)]
