"""Count how far every entry of an array looks over smaller ones."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import share_right


class CountDescendingVisibilitySum(Environment):
    """For each of N entries the length of the run of smaller ones right after it; a tenth more, and one, with each level.

    The list of counts is asked for instead of its sum, which would be guessed. Reward: (share of positions that are right)^10.
    """

    numbers: Sequence[int]

    paper_name = "MonotonicStack"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 2 * n) for _ in range(n)])

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "For each entry, count the consecutive entries right after it that are smaller than it, "
            "up to the first that is equal or larger or to the end. Give these counts in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=0)

    def solve(self) -> list[int]:
        n = len(self.numbers)
        counts, open_at = [], []  # open_at: positions whose run has not ended, looking from right to left
        for i in reversed(range(n)):
            while open_at and self.numbers[open_at[-1]] < self.numbers[i]:
                open_at.pop()
            counts.append((open_at[-1] if open_at else n) - i - 1)
            open_at.append(i)
        return counts[::-1]

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.numbers)
        return [[0] * n, range(n - 1, -1, -1)]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
