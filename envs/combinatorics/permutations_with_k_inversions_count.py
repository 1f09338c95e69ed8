"""Count the permutations with given ends and a given number of inversions."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations
from math import factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sequencings import missing, with_gaps
from rlve.envs.toolkit.sizes import near


class PermutationsWithKInversionsCount(Environment):
    """How many permutations of 1 to N with given first or last entries have a number of inversions from K to L.

    N is 4 at first and grows by one with each level. One entry is given at first, one more with every third level; L - K
    is 0 or 1 at first, up to one more with every other level. Reward: exact.
    """

    entries: Sequence[int]
    fewest: int
    most: int

    paper_name = "InversionPairK_Counting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "given": 1 + (level + 1) // 3, "spread": 1 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, given: int, spread: int) -> Self:
        n, spread = near(rng, n), rng.randint(0, spread)
        entries = rng.sample(range(1, n + 1), n)
        fewest = max(0, _inversions(entries) - rng.randint(0, spread))
        left = rng.randint(0, given)
        entries[left : n - given + left] = [0] * (n - given)
        return cls(entries=entries, fewest=fewest, most=fewest + spread)

    def statement(self) -> str:
        n, fewest, most = len(self.entries), self.fewest, self.most
        number = f"exactly {fewest}" if fewest == most else f"from {fewest} to {most}"
        return (
            f"In this row of {n} entries, each ? is to be replaced by an integer from 1 to {n} such that the row holds each of "
            f"them once:\n{with_gaps(self.entries)}\n"
            "An inversion is a pair of entries of which the left one is larger than the right one. In how many ways can this be "
            f"done such that the whole row has {number} inversions? Give the number of ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """The ends have their inversions in any case; the entries between them are ordered freely."""
        gap, free = self.entries.index(0), missing(self.entries)
        left, right = self.entries[:gap], self.entries[gap + len(free) :]
        fixed = _inversions([*left, *right])
        fixed += sum([entry < end for end in left for entry in free]) + sum([entry > end for end in right for entry in free])
        return _orders(len(free), self.fewest - fixed, self.most - fixed)

    def rules(self) -> Mapping[str, int]:
        n, free = len(self.entries), self.entries.count(0)
        return {
            "as if the ends had no inversions": _orders(free, self.fewest, self.most),
            "as if nothing were given": _orders(n, self.fewest, self.most),
            "an even share of all orders": factorial(free) * (self.most - self.fewest + 1) // (free * (free - 1) // 2 + 1),
        }


def _inversions(entries: Sequence[int]) -> int:
    return sum([a > b for a, b in combinations(entries, 2)])


def _orders(count: int, fewest: int, most: int) -> int:
    """Orders of so many entries by their inversions: the entry that comes next passes 0, 1, 2 ... of those before it."""
    ways = [1] + [0] * min(most, count * (count - 1) // 2)
    for before in range(1, count):
        sums = [*accumulate(ways)]
        ways = [a - b for a, b in zip(sums, [0] * (before + 1) + sums, strict=False)]
    return sum(ways[max(fewest, 0) : most + 1]) % MODULUS if most >= 0 else 0
