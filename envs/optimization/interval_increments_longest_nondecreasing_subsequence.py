"""Raise parts of an array so that a long subsequence does not fall."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class IntervalIncrementsLongestNondecreasingSubsequence(OptimizationEnvironment):
    """Add 1 to all entries of a range, K times, for a long non-decreasing subsequence; a tenth more entries, and one, a level.

    Five random entries and one range at first. From nine entries on there are short runs, each of which begins up to K below the
    end of the one before; twelve entries and three ranges at level 3, then one range more with every other level, and at least
    two entries to gain. Reward: (share of the way from the longest one as it is to the best)^3.
    """

    numbers: Sequence[int]
    k: int

    paper_name = "Cornfield"
    max_level = 16
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        ranges = 1 + (level + (level > 1)) // 2
        return {"n": rungs((5, 6, 9, 12), level, percent=10, plus=1), "k": ranges}

    @classmethod
    def draw(cls, rng: Random, n: int, k: int) -> Self:
        if n < 9:
            return cls(numbers=[rng.randint(1, n) for _ in range(n)], k=k)
        numbers = [0]
        left = rng.randint(0, 2)
        while len(numbers) < n:
            numbers.append(numbers[-1] + (rng.choice((0, 0, 1)) if left else -rng.randint(1, k)))
            left = left - 1 if left else rng.randint(0, 2)
        lowest = min(numbers) - rng.randint(1, 5)
        return cls(numbers=[number - lowest for number in numbers], k=k)

    def acceptable(self) -> bool:
        return self.optimum - self.baseline() >= (1 if len(self.numbers) < 10 else 2)

    def statement(self) -> str:
        n, k = len(self.numbers), self.k
        what = "Choose a range" if k == 1 else f"Choose {k} ranges, which may overlap or be the same,"
        all_of_it = "all entries in it" if k == 1 else "all entries of each"
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"{what} of positions L to R, both included, and add 1 to {all_of_it}. Then the longest subsequence in which no "
            "entry is smaller than the one before it should be as long as possible. A subsequence is the array with any entries "
            f"left out. Give L and R{'' if k == 1 else ' of each range, one range after the other; any order will do'}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2 * self.k, low=0, high=len(self.numbers) - 1, pairs=True)

    def solve(self) -> list[int]:
        """Ranges may all reach to the end: later entries only gain. For each entry, the longest one that ends there when so
        many ranges have begun, by the entry before it, for which as many have begun as leave it no larger.
        """
        best: list[list[tuple[int, tuple]]] = []
        for i, number in enumerate(self.numbers):
            row = []
            for begun in range(self.k + 1):
                found: tuple[int, tuple] = (0, ())
                for before, other in zip(best, self.numbers, strict=False):
                    most = min(begun, number + begun - other)
                    if most >= 0 and before[most][0] > found[0]:
                        found = before[most]
                row.append((found[0] + 1, (i, begun, found[1])))
            best.append(row)
        way, starts = max([row[-1] for row in best], key=lambda one: one[0])[1], []
        while way:
            place, count, earlier = way
            starts += [place] * (count - (earlier[1] if earlier else 0))
            way = earlier
        return [end for start in sorted(starts) for end in (start, len(self.numbers) - 1)]

    def objective(self, answer: Sequence[int], /) -> int:
        steps = [0] * (len(self.numbers) + 1)
        for left, right in zip(answer[::2], answer[1::2], strict=True):
            if left > right:
                raise Infeasible(f"a range from {left} to {right} is none")
            steps[left] += 1
            steps[right + 1] -= 1
        return _longest([number + more for number, more in zip(self.numbers, accumulate(steps), strict=False)])

    def baseline(self) -> int:
        return _longest(self.numbers)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Ranges that begin at one best place; each at the best place after the others; where it falls, least fall first."""
        n, last = len(self.numbers), len(self.numbers) - 1
        same = max([[start, last] * self.k for start in range(n)], key=self.objective)
        one_by_one: list[int] = []
        for _ in range(self.k):
            one_by_one = max([[*one_by_one, start, last] for start in range(n)], key=self.objective)
        falls = sorted([(a - b, place) for place, (a, b) in enumerate(pairwise(self.numbers), 1) if a > b])
        places = [place for fall, place in falls for _ in range(fall)] + [0] * self.k
        largest = [place for _, place in falls[::-1]] + [0] * self.k
        return {
            "one best place": same,
            "one after the other": one_by_one,
            "smallest falls made good": [end for place in places[: self.k] for end in (place, last)],
            "one for each of the largest falls": [end for place in largest[: self.k] for end in (place, last)],
        }


def _longest(numbers: Sequence[int]) -> int:
    """The length of a longest non-decreasing subsequence, by the least last entry for each length."""
    ends: list[int] = []
    for number in numbers:
        place = bisect_right(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
