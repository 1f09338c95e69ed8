"""Find the expected maximum of the minima of a random array over given intervals."""

from collections.abc import Mapping, Sequence
from fractions import Fraction as Rational
from itertools import pairwise
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class ExpectedMaxOfIntervalMinima(Environment):
    """The expected maximum of the minima, over some intervals, of an array of random entries, times the number of arrays.

    The entry at position i is uniform from 1 to X_i (in the paper, all X_i are equal). Two intervals of three positions with
    X_i = 2 or 3 at first; one position more with each level from 2 on, one interval with every fourth; X_i grows to 5. No
    interval lies in another; from five positions on some overlap, so that they are not independent. Reward: exact.
    """

    largest: Sequence[int]
    intervals: Sequence[tuple[int, int]]

    paper_name = "MaxRMQExpectation"
    max_level = 14

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((3, 3, 4), level, plus=1)
        return {"n": n, "largest": min(5, 3 + (level + 1) // 2), "intervals": 2 + level // 4}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, intervals: int) -> Self:
        """Two ascending rows of positions are the ends: then no interval lies in another."""
        first, second = (sorted(rng.sample(range(n), intervals)) for _ in range(2))
        ends = [(min(pair), max(pair)) for pair in zip(first, second, strict=True)]
        rng.shuffle(ends)
        return cls(largest=[rng.randint(2, largest) for _ in range(n)], intervals=ends)

    def acceptable(self) -> bool:
        ends = sorted(self.intervals)
        return len(self.largest) < 5 or any(right >= left for (_, right), (left, _) in pairwise(ends))

    def statement(self) -> str:
        last = len(self.largest) - 1
        return (
            f"An array has the positions 0 to {last}. The entry at each position is drawn uniformly and independently from 1 to "
            f"X, where X is, for the positions 0 to {last} in this order:\n{' '.join(map(str, self.largest))}\n"
            "Here are intervals of positions, one a line as: first last (both included)\n"
            f"{rows(self.intervals)}\n"
            "Take the smallest entry in each interval. Let E be the expected value of the largest of these smallest entries. "
            f"Give {prod(self.largest)} * E, which is an integer."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=prod(self.largest), high=prod(self.largest) * max(self.largest))

    def solve(self) -> int:
        """The sum over t of the arrays in which some interval has no entry below t."""
        arrays = prod(self.largest)
        return sum([arrays - self._hit(t) for t in range(1, max(self.largest) + 1)])

    def _hit(self, t: int) -> int:
        """The arrays that have an entry below t in each interval, by the place of the last such entry, counted from 1."""
        low = [0, *[min(x, t - 1) for x in self.largest]]
        high = [0, *[max(0, x - t + 1) for x in self.largest]]
        after = [0] * len(low)
        for left, right in self.intervals:
            after[right + 1] = left + 1  # with `right` behind it, the last one does not lie before `left`
        ends, start = [1], 0
        for place in range(1, len(low)):
            arrays = 0
            for last in range(start, place):
                arrays = arrays * high[last] + ends[last]
            ends.append(arrays * low[place])
            start = max(start, after[place])
        arrays = 0
        for last in range(start, len(low)):
            arrays = arrays * high[last] + ends[last]
        return arrays

    def rules(self) -> Mapping[str, int]:
        parts = [self.largest[left : right + 1] for left, right in self.intervals]
        arrays, levels = prod(self.largest), range(1, max(self.largest) + 1)
        reached = [[Rational(prod([max(0, x - t + 1) for x in part]), prod(part)) for t in levels] for part in parts]
        return {
            "the best interval alone": int(arrays * max(map(sum, reached))),
            "as if the intervals were independent": round(
                arrays * sum([1 - prod([1 - one for one in some]) for some in zip(*reached, strict=True)])
            ),
            "all entries, not intervals": round(
                arrays * sum([1 - prod([Rational(min(x, t - 1), x) for x in self.largest]) for t in levels])
            ),
        }
