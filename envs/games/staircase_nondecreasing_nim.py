"""Find a winning first move in Nim whose piles must stay in ascending order."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import sub
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.games import WINNING_MOVE, xor_sum


class StaircaseNondecreasingNim(ConstraintEnvironment):
    """A first move that wins, when each move leaves no pile smaller than the one before it; a pile more with each level.

    From a pile to the next there are 0 to 7 stones more, and from level 3 on up to 15. Reward: 1 for a winning move, else 0.
    """

    piles: Sequence[int]

    paper_name = "DeltaNimGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 + level, "step": 7 if level < 3 else 15}

    @classmethod
    def draw(cls, rng: Random, n: int, step: int) -> Self:
        return cls(piles=[*accumulate([rng.randint(1, step), *[rng.randint(0, step) for _ in range(n - 1)]])])

    def statement(self) -> str:
        last = len(self.piles) - 1
        return (
            f"Here are the numbers of stones in {last + 1} piles, 0 to {last}:\n{' '.join(map(str, self.piles))}\n"
            "Two players move in turn. A move takes one or more stones from one pile, but not so many that it would have fewer "
            f"stones than the pile before it. {WINNING_MOVE} Give the number of the pile and how many stones are taken."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=max(len(self.piles) - 1, *self.piles))

    def solve(self) -> list[int]:
        """Stones go from a step of the staircase to the next, off the last one; every second step is like a heap of Nim."""
        steps, n = self._steps, len(self.piles)
        total = self._total
        for place, height in enumerate(steps):
            if (n - place) % 2:  # a step that counts
                taken = height - (height ^ total)
            else:  # what it loses goes to one that counts
                taken = (steps[place + 1] ^ total) - steps[place + 1]
            if 0 < taken <= height:
                return [place, taken]
        raise ValueError("no move wins")

    @property
    def _steps(self) -> list[int]:
        """By how much each pile exceeds the one before."""
        return [*map(sub, self.piles, (0, *self.piles))]

    @property
    def _total(self) -> int:
        """The xor of every second step, the last one first; the player to move loses where it is 0."""
        return xor_sum(self._steps[::-1][::2])

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        place, taken = answer
        if place >= len(self.piles) or not 0 < taken <= self._steps[place]:
            return 0, 1
        left = [*self.piles]
        left[place] -= taken
        return int(type(self)(piles=left)._total == 0), 1

    def acceptable(self) -> bool:
        return self._total > 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        steps, last = self._steps, len(self.piles) - 1
        widest = max(range(last + 1), key=steps.__getitem__)
        nim = xor_sum(self.piles)
        wanted = [(place, pile - (pile ^ nim)) for place, pile in enumerate(self.piles) if pile ^ nim < pile]
        return {
            "the last pile as low as the one before": [last, steps[last]],
            "the widest step levelled": [widest, steps[widest]],
            "the first pile emptied": [0, self.piles[0]],
            "one stone off the last pile": [last, 1],
            "the move of Nim without the order": [*wanted[0]] if wanted else [last, 1],
            "one stone more on the last step": [last - 1, 1],
        }
