"""Add up the products of neighbours in a list."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class Template(Environment):
    """The sum of the products of neighbours; a tenth more numbers, and one, with each level.

    Reward: exact.
    """

    numbers: Sequence[int]

    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 9) for _ in range(n)])

    def statement(self) -> str:
        return (
            f"Here is a list of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Multiply every two neighbours in the list (the first and the last are no neighbours) and add up the products. "
            "What is the sum?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return sum([a * b for a, b in zip(self.numbers, self.numbers[1:], strict=False)])

    def guesses(self) -> Iterable[int]:
        return [sum(self.numbers), 25 * (len(self.numbers) - 1)]
