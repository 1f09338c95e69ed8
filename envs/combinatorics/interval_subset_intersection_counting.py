"""Count the sets of intervals with a long common part."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class IntervalSubsetIntersectionCounting(Environment):
    """How many sets of N intervals have a common part of length at least K; four intervals at first.

    A tenth more, and one, with each level. Ends are the first and the last of three integers up to 3N; K is the length of
    one of the shorter intervals, but not of the shortest. Reward: exact.
    """

    intervals: Sequence[Sequence[int]]
    least: int

    paper_name = "BoundedIntervalIntersection"
    max_level = 16  # 36 intervals: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        intervals = [sorted(rng.sample(range(3 * n + 1), 3))[::2] for _ in range(n)]
        lengths = sorted([right - left for left, right in intervals])
        return cls(intervals=intervals, least=lengths[rng.randint(1, max(1, n // 4))])

    def statement(self) -> str:
        return (
            f"Here are {len(self.intervals)} intervals, one a line as: left right\n{rows(self.intervals)}\n"
            "The length of an interval is right minus left. Count the sets of one or more of these intervals whose common part "
            f"is an interval of length at least {self.least}. The common part of a single interval is itself. "
            "Intervals on different lines are different, even with the same ends."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """For each interval the sets in which it is the last by its left end: with any of those that reach far enough."""
        count, rights = 0, []
        for left, right in sorted(self.intervals):
            if right - left >= self.least:
                count += 1 << len(rights) - bisect_left(rights, left + self.least)
                insort(rights, right)
        return count

    @property
    def _long(self) -> list[Sequence[int]]:
        return [interval for interval in self.intervals if interval[1] - interval[0] >= self.least]

    def guesses(self) -> Iterable[int]:
        n = len(self._long)
        return [] if n < 5 else [n, 2**n - 1]

    def rules(self) -> Mapping[str, int]:
        long = self._long
        pairs = sum([min(b, d) - max(a, c) >= self.least for i, (a, b) in enumerate(long) for c, d in long[:i]])
        most = max([sum([a <= x and x + self.least <= b for a, b in long]) for x, _ in long])
        return {"sets of one or two": len(long) + pairs, "at the place where most meet": 2**most - 1}
