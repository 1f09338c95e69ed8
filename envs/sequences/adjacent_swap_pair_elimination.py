"""Empty a row of pairs by swaps of neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment

UNDONE = 10**6  # what a plan counts that leaves integers in the row


class AdjacentSwapPairElimination(OptimizationEnvironment):
    """The fewest swaps of neighbours that empty a row of N pairs, equal neighbours vanishing; one pair more with each level.

    Three pairs at first, and no equal neighbours. Reward: (fewest swaps / swaps)^5; 0 where integers are left or a swap finds
    no two positions.
    """

    row: Sequence[int]

    paper_name = "TetrisAttack"
    max_level = 17
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        labels = rng.sample(range(1, max(10, n + 1)), n)
        row = labels[:2] * 2
        for label in labels[2:]:  # in two different gaps, so that it is never its own neighbour
            for gap in sorted(rng.sample(range(len(row) + 1), 2), reverse=True):
                row.insert(gap, label)
        return cls(row=row)

    def statement(self) -> str:
        last = len(self.row) - 2
        return (
            f"A row holds {len(self.row)} integers, at the positions 0 to {last + 1}:\n{' '.join(map(str, self.row))}\n"
            "Swap k exchanges the integers at the positions k and k+1. Equal neighbours always vanish, and the row closes up, "
            "which may make other equal ones neighbours; positions are then counted anew from 0. Empty the "
            f"row with at most {self._most()} swaps, and with as few as possible. Give the k of each swap, in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(max_length=self._most(), low=0, high=len(self.row) - 2)

    def _most(self) -> int:
        """Twice as many swaps as are enough for every row of this length, and more: one for each two pairs is."""
        return (len(self.row) // 2) ** 2

    def solve(self) -> list[int]:
        """Each integer that occurs again is moved left to its equal; so no two pairs change places twice."""
        return self._plan(0)

    def _plan(self, kept: int) -> list[int]:
        """The swaps; `kept` is how many places each pair that vanishes still counts in later positions."""
        swaps: list[int] = []
        waiting: list[int] = []
        shift = 0
        for label in self.row:
            if label in waiting:
                place = waiting.index(label)
                swaps += [k + shift for k in range(len(waiting) - 1, place, -1)]
                del waiting[place]
                shift += kept
            else:
                waiting.append(label)
        return swaps

    def objective(self, answer: Sequence[int], /) -> int:
        row = list(self.row)
        for k in answer:
            if k + 1 >= len(row):
                return UNDONE
            row[k], row[k + 1] = row[k + 1], row[k]
            row = _reduced(row)
        return UNDONE if row else len(answer)

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"positions not counted anew": self._plan(2), "the plan backwards": self._plan(0)[::-1]}


def _reduced(row: Iterable[int]) -> list[int]:
    """What is left when equal neighbours vanish."""
    left: list[int] = []
    for label in row:
        if left and left[-1] == label:
            left.pop()
        else:
            left.append(label)
    return left
