"""Say who wins a game of repeated subtraction."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.graphs import rows
from rlve.envs.toolkit.sizes import near

GAMES = 8  # one game is a coin toss, eight with one answer each are not


class EuclidSubtractionGame(Environment):
    """The winners of eight games on two numbers; numbers twice as large with each level.

    Every game opens with three or more forced moves, so that the sizes of the two numbers alone do not give it away: the
    winner hangs on how many forced moves come before the first choice. Reward: exact, all eight needed.
    """

    pairs: Sequence[Sequence[int]]

    paper_name = "EuclidGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": 64 * 2**level, "forced": 4 + 2 * (level // 3)}

    @classmethod
    def draw(cls, rng: Random, largest: int, forced: int) -> Self:
        pairs = []
        for _ in range(GAMES):
            moves, bound = rng.randint(3, forced), [1, 1]
            for _ in range(moves):
                bound = [bound[0] + bound[1], bound[0]]
            x = near(rng, largest // bound[0])  # the position of the first choice: x is at least twice y
            y = rng.randint(1, x // 2)
            for _ in range(moves):
                x, y = x + y, x
            pairs.append((x, y) if rng.random() < 0.5 else (y, x))
        return cls(pairs=pairs)

    def statement(self) -> str:
        return (
            "Two players play a game on two positive integers and move in turn. A move replaces one of the numbers by itself "
            "minus a positive multiple of the other number; the result must not be negative. A player must move, and whoever "
            "makes a number 0 wins. Both play perfectly.\n"
            f"Here are the two numbers at the start of {GAMES} separate games, one game a line:\n{rows(self.pairs)}\n"
            "For each game, in order, write 1 if the player who moves first wins, and 2 if the other player wins."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=GAMES, low=1, high=2)

    def solve(self) -> list[int]:
        """Whoever first has a choice wins: while the quotient is 1 the move is forced."""
        winners = []
        for pair in self.pairs:
            large, small, mover = max(pair), min(pair), 1
            while large // small == 1 and large != small:
                large, small, mover = small, large - small, 3 - mover
            winners.append(mover)
        return winners

    def guesses(self) -> list[list[int]]:
        return [[1] * GAMES, [2] * GAMES, [1 + (a < b) for a, b in self.pairs]]
