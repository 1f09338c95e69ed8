"""Value a game of taking coins from the left, at most twice as many as the move before."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class DoublingPrefixCoinGame(Environment):
    """What the first player gets when each move takes coins from the left, up to twice as many as the move before.

    A coin more with each level; from seven coins on a third of them is worth much more than the others, and always taking as many
    as allowed does not give the right number. Reward: exact.
    """

    coins: Sequence[int]

    paper_name = "CoinSquareGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        large = rng.sample(range(n), n // 3 if n > 6 else 0)
        return cls(coins=[rng.randint(4 * n, 8 * n) if place in large else rng.randint(1, 2 * n) for place in range(n)])

    def statement(self) -> str:
        return (
            f"Here are the values of {len(self.coins)} coins in a row, from left to right:\n{' '.join(map(str, self.coins))}\n"
            "Two players move in turn. A move takes one or more coins from the left end of the row: the first move 1 or 2, and "
            "each later one at most twice as many as the move before it. The game ends when no coin is left. Each player plays "
            "perfectly to get as large a total value as possible. Give the total value of the coins that the first player gets."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=sum(self.coins))

    def solve(self) -> int:
        """best[i][k]: what the mover still gets where coin i is the leftmost and up to k may be taken."""
        n = len(self.coins)
        left = [*accumulate(self.coins[::-1], initial=0)][::-1]
        best = [[0] for _ in range(n + 1)]
        for i in range(n)[::-1]:
            row = best[i]
            for taken in range(1, n - i + 1):
                other = best[i + taken]
                row.append(max(row[-1], left[i] - other[min(2 * taken, n - i - taken)]))
        return best[0][min(2, n)]

    def guesses(self) -> Iterable[int]:
        if len(self.coins) > 6:
            yield self._rushing(0, 2)

    def rules(self) -> Mapping[str, int]:
        total = sum(self.coins)
        one, two = total - self._rushing(1, 2), total - self._rushing(2, 4)
        return {
            "as many as allowed": self._rushing(0, 2),
            "one coin, then as many as allowed": one,
            "two coins, then as many as allowed": two,
            "the larger of these": max(one, two),
            "the smaller of these": min(one, two),
            "one coin each": sum(self.coins[::2]),
            "half of all": (total + 1) // 2,
        }

    def _rushing(self, start: int, most: int) -> int:
        """What the mover gets of the coins from `start` on when both always take as many as allowed."""
        mine = 0
        while start < len(self.coins):
            mine += sum(self.coins[start : start + most])
            start, most = start + 3 * most, 4 * most
        return mine
