"""Count people out of a circle."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Permutation, grow
from rlve.envs.toolkit.scores import share_right


class JosephusEliminationOrder(Environment):
    """The order in which N people leave a circle when every M-th goes; a tenth more people, and one, with each level.

    They stand in a random order, and M is 2 to N + 2. Reward: (share of positions that are right)^10.
    """

    circle: Sequence[int]
    m: int

    paper_name = "Josephus"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(circle=rng.sample(range(n), n), m=rng.randint(2, n + 2))

    def statement(self) -> str:
        n = len(self.circle)
        return (
            f"The people 0 to {n - 1} stand in a circle, clockwise in this order:\n{' '.join(map(str, self.circle))}\n"
            f"They count clockwise, and {self.circle[0]} says 1. Whoever says {self.m} leaves, the next one still there says 1 "
            "again, and so on until all have left. Give the people in the order in which they leave."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.circle))

    def solve(self) -> list[int]:
        left, place, order = list(self.circle), 0, []
        while left:
            place = (place + self.m - 1) % len(left)
            order.append(left.pop(place))
        return order

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.circle, self.circle[::-1], range(len(self.circle))]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
