"""Find a winning first move in a game of splitting heaps evenly."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.games import WINNING_MOVE, least_missing, xor_sum


class EvenHeapSplittingGame(ConstraintEnvironment):
    """A first move that wins, when each move splits a heap into heaps of nearly equal size.

    Three heaps at first and one more with every other level, their largest size 2 more with each; smaller ones than 2 or 3 are
    not split. Reward: 1 for a winning move, else 0.
    """

    heaps: Sequence[int]
    threshold: int

    paper_name = "StoneGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level // 2, "largest": 6 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(heaps=[rng.randint(1, largest) for _ in range(n)], threshold=rng.randint(2, 3))

    def statement(self) -> str:
        return (
            f"Here are the sizes of {len(self.heaps)} heaps of stones:\n{' '.join(map(str, self.heaps))}\n"
            f"Two players move in turn. A move chooses a heap of some size x >= {self.threshold} and an integer m with "
            "2 <= m <= x, and splits that heap into m heaps, none of them empty, whose sizes differ by at most 1. "
            f"{WINNING_MOVE} Give its x and m."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=1, high=max(self.heaps))

    def solve(self) -> list[int]:
        """A move that makes the sum of the heaps' values zero (Sprague and Grundy)."""
        values = self._values
        total = xor_sum([values[x] for x in self.heaps])
        for x in self.heaps:
            if x >= self.threshold:
                for m in range(x, 1, -1):
                    if _split_value(values, x, m) == total ^ values[x]:
                        return [x, m]
        raise ValueError("no move wins")

    @property
    def _values(self) -> list[int]:
        """The value of a heap of each size from 0."""
        values = [0] * self.threshold
        for x in range(self.threshold, max(self.heaps) + 1):
            values.append(least_missing({_split_value(values, x, m) for m in range(2, x + 1)}))
        return values

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        x, m = answer
        values = self._values
        if x not in self.heaps or x < self.threshold or not 2 <= m <= x:
            return 0, 1
        return int(_split_value(values, x, m) == xor_sum([values[size] for size in self.heaps]) ^ values[x]), 1

    def acceptable(self) -> bool:
        """The first player wins, and two heaps of different size can be split."""
        values = self._values
        can_be_split = {x for x in self.heaps if x >= self.threshold}
        return len(can_be_split) > 1 and xor_sum([values[x] for x in self.heaps]) > 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        down = sorted(set(self.heaps), reverse=True)
        x, second = down[0], down[1]
        return {
            "the largest heap into single stones": [x, x],
            "the largest heap into two": [x, 2],
            "the largest heap into single stones and a pair": [x, x - 1],
            "the largest heap into stones of the second largest": [x, -(-x // second)],
            "the second largest heap into single stones": [second, second],
        }


def _split_value(values: Sequence[int], x: int, m: int) -> int:
    """The value of m heaps that a heap of size x is split into: equal ones cancel out."""
    size, larger = divmod(x, m)
    return (values[size + 1] if larger % 2 else 0) ^ (values[size] if (m - larger) % 2 else 0)
