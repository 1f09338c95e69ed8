"""Add entries to their right neighbours until an array ascends."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow

FILLING = ((1, -1), (1, 0, -1), (1, 0, 0, -1), (1, 1, -1, -1))


class AdjacentAdditionMonotoneSequence(OptimizationEnvironment):
    """The fewest additions to right neighbours that make an array of -1, 0 and 1 ascend; about ten entries more each level.

    The first entry is -1, so that there is a way: -1 up to some place, then zeros, then 1. A good place for the change has a
    small sum before it and a run of zeros, which stays. Among the planted places a run is two zeros longer for each 1 that
    the sum is larger; one of them, of any sum, has one zero more and is best.
    Reward: (share of the way from making all entries -1 to the least number)^10.
    """

    values: Sequence[int]

    paper_name = "BAJBytecomputer"
    max_level = 24
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(15, level, percent=5, plus=8)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        zeros = rng.randint(0, 2)
        places = [(height, zeros + 2 * height) for height in range(min(4, 2 + n // 20)) for _ in range(1 + n // 60)]
        best = rng.randrange(len(places))
        places[best] = places[best][0], places[best][1] + 1
        rng.shuffle(places)
        values, now = [-1], places[0][0]  # now: the sum of the entries so far, but for a constant
        for height, run in places:
            if height >= now and values[-1] == 1:  # no 1 just before the zeros
                values += [1] * (height - now + 1) + [-1]
            else:
                values += [1] * (height - now) + [-1] * (now - height)
            values += [0] * run + [1]
            now = height + 1
        while len(values) + 1 < n:
            place = rng.choice([i for i in range(1, len(values) + 1) if values[i - 1] != 0])
            values[place:place] = rng.choice(FILLING)
        return cls(values=values)

    def statement(self) -> str:
        n = len(self.values)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.values))}\n"
            f"One operation chooses a position i from 0 to {n - 2} and adds the present entry at position i to the entry at "
            "position i + 1; the entry at position i stays. Make the array non-decreasing (each entry at most the next one) "
            f"with as few operations as possible, at most {2 * n}; entries may take any value on the way and at the end. "
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

    def baseline(self) -> int:
        return sum(self.values) + len(self.values)
