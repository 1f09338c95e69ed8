"""Count the permutations whose entries increase at even positions, at odd ones and within pairs, with some entries given."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class InterleavedIncreasingPermutationCounting(Environment):
    """How many permutations of 2N integers increase at even positions, at odd ones and in each pair p[2i] < p[2i+1].

    N is 4 or 5 at first; it grows by one with each level. One or two entries are given, two or
    more from level 2 on, as they stand in a hidden permutation of that kind. Reward: exact.
    """

    n: int
    given: Sequence[tuple[int, int]]

    paper_name = "CatalanNumberMod"
    max_level = 18  # N = 23: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "least": 1 + min(level, 2) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, least: int) -> Self:
        n = near(rng, n)
        count = n - 3 if n < 6 else rng.randint(least, max(2, n // 4))
        value_at = [0] * (2 * n)
        filled = [0, 0]  # how many even and odd positions have their value
        for value in range(2 * n):
            odd = filled[0] == n or (filled[1] < filled[0] and rng.random() < 0.5)
            value_at[2 * filled[odd] + odd] = value
            filled[odd] += 1
        return cls(n=n, given=[(i, value_at[i]) for i in sorted(rng.sample(range(1, 2 * n - 1), count))])

    def statement(self) -> str:
        entries = [f"p[{i}] = {value}" for i, value in self.given]
        return (
            f"Count the permutations p of the integers 0 to {2 * self.n - 1}, with p[i] at position i, counted from 0, that have "
            f"{' and '.join(entries)} and keep these rules: the entries at even positions increase from left to right, so do the "
            "entries at odd positions, and p[i] < p[i + 1] for every even i."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return self._with(self.given)

    def _with(self, given: Iterable[Sequence[int]]) -> int:
        """The values in ascending order fill even and odd positions from the left, never more odd ones than even ones.

        That is a path from (0, 0) to (n, n), which each given entry makes take a certain step; between them the reflection
        principle counts the ways.
        """
        ways, even, odd = 1, 0, 0
        for value, i in sorted([(value, i) for i, value in given]):
            x, y = (value - i // 2, i // 2) if i % 2 else (i // 2, value - i // 2)
            ways *= _paths(even, odd, x, y)
            even, odd = x + 1 - i % 2, y + i % 2
        return ways * _paths(even, odd, self.n, self.n)

    def guesses(self) -> Iterable[int]:
        return [] if self.n < 6 else [1, 2, self._with(())]

    def rules(self) -> Mapping[str, int]:
        every, k = self._with(()), len(self.given)
        return {
            "the first entry alone": self._with(self.given[:1]),
            "as if without those pairs": comb(2 * (self.n - k), self.n - k) // (self.n - k + 1),
            "all positions alike": every // (2 * self.n) ** k,
        }


def _paths(a: int, b: int, x: int, y: int) -> int:
    """Paths of steps right and up from (a, b) to (x, y) without a point above the diagonal."""
    steps = x - a + y - b
    return comb(steps, x - a) - comb(steps, x - b + 1)
