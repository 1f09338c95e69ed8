"""Sort a list of integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import share_right


class IntegerSorting(Environment):
    """Sort N integers in ascending order; a tenth more numbers, and one, with each level.

    Reward: (share of positions that are right)^10.
    """

    numbers: Sequence[int]

    paper_name = "Sorting"
    exemptions = {"simple-rule": "to sort is the task"}
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(0, 5 * n) for _ in range(n)])

    def statement(self) -> str:
        return f"Sort these integers in ascending order, keeping duplicates:\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers))

    def solve(self) -> list[int]:
        return sorted(self.numbers)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.numbers, self.numbers[::-1]]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
