"""Complete a permutation with given increasing subsequences so that its decreasing ones are long."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sequencings import filled, hide, missing, with_gaps


class PermutationFromLisProfileMaxDecreasingSum(OptimizationEnvironment):
    """The permutation with given lengths of increasing subsequences whose decreasing ones have the largest sum of lengths.

    Two numbers of one of the best are shown, so that two gaps are left at first, and one more with each level. From level 3
    on it does not do to put the numbers with short increasing subsequences first, and the lengths alone leave a choice.
    Reward: (sum / largest sum)^20.
    """

    profile: Sequence[int]
    entries: Sequence[int]
    """The permutation, with a 0 in each gap."""

    paper_name = "MaxSumLDS"
    max_level = 25
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        profile = _lengths(rng.sample(range(n), n))
        entries, _ = hide(rng, _best(profile), n - 2)
        return cls(profile=profile, entries=entries)

    def statement(self) -> str:
        n = len(self.profile)
        return (
            f"Here is a permutation P of the integers 1 to {n}, with {n - 2} of them replaced by ?:\n{with_gaps(self.entries)}\n"
            "For each of its positions, the longest increasing subsequence that ends there has this length, in order:\n"
            f"{' '.join(map(str, self.profile))}\n"
            "A subsequence is what remains when any entries are struck out. Fill the gaps so that these lengths are kept and "
            "the sum over all positions of the length of the longest decreasing subsequence that starts there is as large as "
            "possible. Give the missing integers, from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.entries.count(0), low=1, high=len(self.entries))

    def solve(self) -> list[int]:
        best = _best(self.profile)
        return [number for number, entry in zip(best, self.entries, strict=True) if not entry]

    def objective(self, answer: Sequence[int], /) -> int:
        permutation = filled(self.entries, answer)
        kept = len({*permutation}) == len(permutation) and _lengths(permutation) == [*self.profile]
        return sum(_lengths(permutation[::-1])) if kept else 0

    def acceptable(self) -> bool:
        """From level 3 on the lengths are kept too when some number and the next greater one that is missing are swapped."""
        best, numbers = self.solve(), missing(self.entries)
        swaps = [{a: b, b: a} for a, b in pairwise(numbers)]
        others = [[swap.get(number, number) for number in best] for swap in swaps]
        return len(self.entries) < 7 or any(map(self.objective, others))

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.profile) > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        numbers = missing(self.entries)
        gaps = [place for place, entry in enumerate(self.entries) if not entry]
        by_length = sorted(gaps, key=lambda place: (self.profile[place], -place))
        return {
            "shorter lengths first, then from the right": [numbers[by_length.index(place)] for place in gaps],
            "the missing ones upward": numbers,
            "the missing ones downward": numbers[::-1],
        }


def _lengths(numbers: Iterable[int]) -> list[int]:
    """For each number the length of the longest increasing subsequence that ends with it."""
    ends: list[int] = []  # the least last number of such a subsequence, by length
    lengths = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
        lengths.append(place + 1)
    return lengths


def _best(profile: Sequence[int]) -> list[int]:
    """Each position hangs below the last one before it whose length is one less; the numbers go up in preorder, the later
    of the positions below the same one first.
    """
    below: list[list[int]] = [[] for _ in range(len(profile) + 1)]  # the last one is the root
    latest = {0: len(profile)}
    for position, length in enumerate(profile):
        below[latest[length - 1]].append(position)
        latest[length] = position
    permutation, stack = [0] * len(profile), [len(profile)]
    number = 0
    while stack:
        position = stack.pop()
        if number:
            permutation[position] = number
        number += 1
        stack += below[position]
    return permutation
