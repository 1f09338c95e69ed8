"""Find a winning first move in a game of flipping multiples."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow
from rlve.envs.toolkit.games import WINNING_MOVE, least_missing, xor_sum
from rlve.envs.toolkit.sizes import near


class MultiplesFlippingGameWinner(ConstraintEnvironment):
    """A first move that wins, when each move flips the first multiples of a white cell.

    A seventh more cells, and two, with each level; half of them or more are white. Reward: 1 for a winning move, else 0.
    """

    n: int
    white: Sequence[int]

    paper_name = "MultipleFlippingGame"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=15, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        return cls(n=n, white=sorted(rng.sample(range(1, n + 1), rng.randint(n // 2, 3 * n // 4))))

    def statement(self) -> str:
        return (
            f"Of the cells 1 to {self.n} these are white, and the others are black:\n{' '.join(map(str, self.white))}\n"
            f"Two players move in turn. A move chooses a cell x that is white now and an integer k >= 1 with k * x <= {self.n}, "
            "and flips the cells x, 2x, ..., kx: white becomes black, and black becomes white. "
            f"{WINNING_MOVE} Give its x and k."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=1, high=self.n)

    def solve(self) -> list[int]:
        """A move that makes the sum of the white cells' values zero (Sprague and Grundy)."""
        values = self._values
        total = xor_sum([values[x] for x in self.white])
        for x in self.white:
            left = total
            for k in range(1, self.n // x + 1):
                left ^= values[k * x]
                if not left:
                    return [x, k]
        raise ValueError("no move wins")

    @property
    def _values(self) -> list[int]:
        """The value of each cell alone in white, from the last one to the first."""
        values = [0] * (self.n + 1)
        for x in range(self.n, 0, -1):
            reached, value = {0}, 0
            for multiple in range(2 * x, self.n + 1, x):
                value ^= values[multiple]
                reached.add(value)
            values[x] = least_missing(reached)
        return values

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        x, k = answer
        values = self._values
        if x not in self.white or k * x > self.n:
            return 0, 1
        return int(xor_sum([values[cell] for cell in self.white]) == xor_sum(values[x : k * x + 1 : x])), 1

    def acceptable(self) -> bool:
        values = self._values
        return xor_sum([values[x] for x in self.white]) > 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        first, last = self.white[0], self.white[-1]
        whites = {x: len([k for k in range(1, self.n // x + 1) if k * x in self.white]) for x in self.white}
        most = max(self.white, key=whites.__getitem__)
        found = {f"white cell {place} alone": [x, 1] for place, x in enumerate(self.white[:3])}
        return found | {
            "the first white cell and all multiples": [first, self.n // first],
            "the first white cell and its double": [first, 2],
            "the last white cell alone": [last, 1],
            "the white cell with most white multiples, and all of them": [most, self.n // most],
        }
