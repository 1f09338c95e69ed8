"""Worked examples that are put before a question, as turns of the chat: they show the form of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve.answers import Integer, IntegerList
from rlve.answers.base import AnswerFormat
from rlve.answers.extraction import wrap
from rlve.environment import Environment


class SmallSum(Environment):
    """Add N integers. It serves as a worked example only."""

    numbers: Sequence[int]

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 5) for _ in range(n)])

    def statement(self) -> str:
        return f"Add these integers: {' '.join(map(str, self.numbers))}"

    def answer_format(self) -> AnswerFormat:
        return Integer()

    def solve(self) -> int:
        return sum(self.numbers)


class ShortListBackwards(Environment):
    """Write N integers backwards. It serves as a worked example only."""

    numbers: Sequence[int]

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=rng.sample(range(10), n))

    def statement(self) -> str:
        return f"Write these integers backwards: {' '.join(map(str, self.numbers))}"

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers))

    def solve(self) -> list[int]:
        return list(reversed(self.numbers))


def worked_examples(number: int, style: str = "answer") -> tuple[tuple[str, str], ...]:
    """`number` questions with their answers: a short sum and a short list backwards in turn, which no environment asks."""
    found = []
    for place in range(number):
        problem = (SmallSum, ShortListBackwards)[place % 2].sample(0, place // 2)
        found.append((problem.prompt(style), wrap(problem.reference_text, style)))
    return tuple(found)
