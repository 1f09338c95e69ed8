"""Add entries to their right neighbours until an array ascends."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow

FILLING = ((1, -1), (1, 0, -1), (1, 0, 0, -1), (1, 1, -1, -1))


class AdjacentAdditionMonotoneSequence(OptimizationEnvironment):
    """The fewest additions to right neighbours that make an array of -1, 0 and 1 ascend; a seventh more a level.

    The first entry is -1, so that there is a way: -1 up to some place, then zeros, then 1. Five entries at first, at random. A
    good place for the change has a small sum before it and a run of zeros, which stays; from level 3 on the place that is best
    in one of both is mostly not best in all. From level 8 on places are planted: a run is two zeros longer for each 1 that the
    sum is larger; one of them, mostly in between, has one zero more and is best.
    Reward: (share of the way from making all entries -1 to the least number)^10.
    """

    values: Sequence[int]

    paper_name = "BAJBytecomputer"
    version = 3
    max_level = 26
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=15, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 20:
            problem = cls(values=[-1, *rng.choices((-1, 0, 1), k=n - 1)])
            for _ in range(6):
                if n < 9 or not problem.by_rule():
                    break
                problem = cls(values=[-1, *rng.choices((-1, 0, 1), k=n - 1)])
            return problem
        zeros = rng.randint(0, min(2, n // 20))
        heights = list(range(3 + n // 40))[:4] * (1 + n // 60)
        places = [(height, zeros + 2 * height) for height in heights]
        best = rng.randrange(1, len(places) - 1) if rng.random() < 0.75 else rng.randrange(len(places))
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
            "An operation adds the entry at some position i, as it is then, to the entry at position i + 1; the entry at "
            "position i stays. Make the array non-decreasing, so that each entry is at most the next one, with as few "
            f"operations as possible, and at most {2 * n}; entries may take any value on the way. Give the position i of each "
            f"operation, from 0 to {n - 2}, in order."
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

    def acceptable(self) -> bool:
        return any(x > y for x, y in pairwise(self.values))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The better of two places for the change: that with the least sum before it, and that with the longest run of zeros."""
        n, ways = len(self.values), {}
        for start in range(1, n):
            end = next((i for i in range(start, n) if self.values[i]), n)
            if end == n or self.values[end] == 1:
                before = [i - 1 for i in range(1, start) for _ in range(self.values[i] + 1)]
                after = [i - 1 for i in range(end, n) for _ in range(1 - self.values[i])]
                ways[start, end] = before + after
        if not ways:
            return {}
        least = min(ways, key=lambda way: sum(self.values[: way[0]]))
        longest = max(ways, key=lambda way: way[1] - way[0])
        return {"the better of two places": min(ways[least], ways[longest], key=len)}

    def by_rule(self) -> bool:
        """Whether a simple rule finds the least number."""
        return any(len(operations) == len(self.solve()) for operations in self.rules().values())

    def baseline(self) -> int:
        return sum(self.values) + len(self.values)
