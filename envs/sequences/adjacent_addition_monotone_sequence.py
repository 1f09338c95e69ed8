"""Add entries to their right neighbours until an array ascends."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow


class AdjacentAdditionMonotoneSequence(OptimizationEnvironment):
    """The fewest additions to right neighbours that make N entries of -1, 0, 1 ascend; a tenth more, and three, each level.

    The first entry is -1, so that there is a way. In three of five problems -1 outnumbers 1 up to a hidden place, and is
    outnumbered from there on, but the first 1 and the last -1 stand far from it: no simple place to go from -1 to 1.
    Reward: (least number / number)^10.
    """

    values: Sequence[int]

    paper_name = "BAJBytecomputer"
    max_level = 24
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(9, level, percent=10, plus=3)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if rng.random() < 0.4:
            values = [-1, *rng.choices((-1, 0, 1), k=n - 1)]
        else:
            cut = rng.choice((rng.randint(3, n // 3), rng.randint(n - 1 - n // 3, n - 4)))
            values = [-1, *_outnumbered(rng, cut, 1, -1), *_outnumbered(rng, n - 1 - cut, -1, 1)[::-1]]
        if all(x <= y for x, y in pairwise(values)):
            values[1:3] = 1, -1
        return cls(values=values)

    def statement(self) -> str:
        n = len(self.values)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.values))}\n"
            f"One operation chooses a position i from 0 to {n - 2} and adds the present entry at position i to the entry at "
            "position i + 1; the entry at position i stays. Make the array non-decreasing (each entry at most the next one) "
            "with as few operations as possible; entries may take any value on the way and at the end. "
            "Give the chosen positions i in the order of the operations."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.values)
        return IntegerList(max_length=2 * n, low=0, high=n - 2)

    def solve(self) -> list[int]:
        """By the last entry so far: entry after entry becomes x, x + v or x + 2v, where v is what the one before became."""
        ways: dict[int, list[int]] = {self.values[0]: []}
        for i, value in enumerate(self.values[1:]):
            longer: dict[int, list[int]] = {}
            for last, operations in ways.items():
                for times in range(3):
                    new = value + times * last
                    if last <= new <= 1 and (new not in longer or len(operations) + times < len(longer[new])):
                        longer[new] = operations + [i] * times
            ways = longer
        return min(ways.values(), key=len)

    def objective(self, answer: Sequence[int], /) -> int:
        values = list(self.values)
        for i in answer:
            values[i + 1] += values[i]
        for i, (x, y) in enumerate(pairwise(values)):
            if x > y:
                raise Infeasible(f"in the end entry {i} is larger than entry {i + 1}")
        return len(answer)


def _outnumbered(rng: Random, size: int, rare: int, common: int) -> list[int]:
    """Zeros and two other values in random order, the rare one before all of the common one."""
    few = rng.randint(1, (size - 1) // 2)
    many = rng.randint(few + 1, size - few)
    values = [rare] * (few - 1) + [common] * many + [0] * (size - few - many)
    rng.shuffle(values)
    values.insert(rng.randint(0, values.index(common)), rare)
    return values
