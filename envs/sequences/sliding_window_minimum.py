"""Take the minimum of every window of an array."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import share_right


class SlidingWindowMinimum(Environment):
    """The minimum of each window of K entries of N different ones; a tenth more entries, and one, with each level.

    K is 2 or 3 at first and at most a third of N later. Reward: (share of positions that are right)^10.
    """

    numbers: Sequence[int]
    width: int

    paper_name = "SlidingWindow"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=rng.sample(range(5 * n), n), width=rng.randint(2, max(3, n // 3)))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"A window of {self.width} consecutive entries slides over it from left to right, one position at a time. "
            "Give the minimum of each window."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers) - self.width + 1)

    def solve(self) -> list[int]:
        return [min(self.numbers[i : i + self.width]) for i in range(len(self.numbers) - self.width + 1)]

    def guesses(self) -> Iterable[Sequence[int]]:
        count = len(self.numbers) - self.width + 1
        return [[min(self.numbers)] * count, self.numbers[:count], self.numbers[-count:]]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
