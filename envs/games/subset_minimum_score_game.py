"""Value a game of taking subsets, each worth its least number."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class SubsetMinimumScoreGame(Environment):
    """By how much the first player wins when each move takes a subset and scores its least number.

    A tenth more numbers, and one, with each level; they come from a range that grows too, so that the result is spread.
    Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "GraMinimaGame"
    max_level = 31
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, max(0, level - 1), percent=10, plus=1), "largest": grow(12, level, percent=25, plus=5)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)])

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers; equal ones count as separate:\n{' '.join(map(str, self.numbers))}\n"
            "Two players, whose scores start at 0, move in turn. A move chooses one or more of the integers that are left "
            "(possibly all), adds the least of those chosen to the mover's score, and removes all those chosen. The game ends "
            "when no integer is left. Each player plays perfectly to make their own score minus the other's as large as "
            "possible. Give the first player's score minus the second player's at the end."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer()

    def solve(self) -> int:
        """A best move takes some number and all larger ones, so what is left are always the smallest numbers.

        For larger ones only help the other player, who could take them along with any move, at the same score.
        Where one number more is left, the mover takes it alone, or takes it along with what would be taken without it.
        """
        value = 0
        for number in sorted(self.numbers):
            value = max(value, number - value)
        return value

    def guesses(self) -> Iterable[int]:
        if len(self.numbers) < 5:  # one of these is mostly right
            return []
        up = sorted(self.numbers)
        alternating = 0  # the result when both take the largest number alone, until the end
        for number in up:
            alternating = number - alternating
        return [up[0], up[-1], up[-1] - up[-2], up[-1] - up[0], (up[-1] + 1) // 2, alternating]
