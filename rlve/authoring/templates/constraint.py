"""Give digits to unknowns so that sums of two come out right."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.graphs import rows


class Template(ConstraintEnvironment):
    """N unknowns and as many sums of two of them; a tenth more unknowns, and one, with each level.

    The sums are those of digits drawn first. Reward: (share of sums that are right)^5.
    """

    sums: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        digits = [rng.randint(0, 9) for _ in range(n)]
        pairs = rng.sample([(i, j) for j in range(n) for i in range(j)], n)
        return cls(sums=[(i, j, digits[i] + digits[j]) for i, j in pairs], solution=digits)

    def statement(self) -> str:
        n = len(self.sums)
        return (
            f"There are {n} unknowns, numbered 0 to {n - 1}, each of them an integer from 0 to 9. "
            f"Here are sums of two of them, one a line as: number number sum\n{rows(self.sums)}\n"
            f"Find values for which every sum is right. Give the values of the unknowns 0 to {n - 1} in that order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.sums), low=0, high=9)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum(answer[i] + answer[j] == total for i, j, total in self.sums), len(self.sums)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[digit] * len(self.sums) for digit in (0, 4, 5, 9)]
