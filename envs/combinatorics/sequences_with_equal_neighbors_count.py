"""Count the sequences that fit a pattern and have equal neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sequencings import with_gaps


class SequencesWithEqualNeighborsCount(Environment):
    """How many sequences of the integers 1 to M with some entries given have equal neighbours at K or more places.

    Four entries, of which two are missing, and M = 3 to 5 at first; one entry more with each level, mostly a missing one. M
    grows by one with every fourth level. K is 1, and from level 3 on up to 2, one more with every third level. Reward: exact.
    """

    entries: Sequence[int]
    largest: int
    pairs: int

    paper_name = "SameAdjacencyCounting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "missing": 2 + level * 2 // 3, "largest": 5 + level // 4, "pairs": 1 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, missing: int, largest: int, pairs: int) -> Self:
        largest = rng.randint(largest - 2, largest)
        entries = [rng.randint(1, largest) for _ in range(n)]
        for place in rng.sample(range(n), missing):
            entries[place] = 0
        return cls(entries=entries, largest=largest, pairs=rng.randint(1, pairs))

    def statement(self) -> str:
        number = "one or more places" if self.pairs == 1 else f"{self.pairs} or more places"
        return (
            f"Here is a sequence of {len(self.entries)} entries:\n{with_gaps(self.entries)}\n"
            f"Each ? is to be replaced by an integer from 1 to {self.largest}, the same integer as often as wanted. In how many "
            f"ways can this be done such that at {number} of the sequence an entry is equal to the one just after it? "
            f"Give the number of ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return (self._every - sum(self._ways())) % MODULUS

    @property
    def _every(self) -> int:
        return self.largest ** self.entries.count(0)

    def _ways(self) -> list[int]:
        """The number of sequences with 0, 1 ... pairs of equal neighbours, below `pairs`: from one given entry to the next.

        For steps x on the spot and 1 elsewhere the d-th power of the matrix has (x - 1)^d, and on all of a row the same share
        of what is left of (x + M - 1)^d. Before the first given entry and after the last one all of it counts.
        """
        m, given = self.largest, [place for place, entry in enumerate(self.entries) if entry]
        ways = _power(m - 1, given[0] + len(self.entries) - 1 - given[-1], self.pairs)
        for i, j in pairwise(given):
            alone = _power(-1, j - i, self.pairs)
            between = [(all_of_it - one) // m for all_of_it, one in zip(_power(m - 1, j - i, self.pairs), alone, strict=True)]
            if self.entries[i] == self.entries[j]:
                between = [a + b for a, b in zip(between, alone, strict=True)]
            ways = [sum([ways[k] * between[total - k] for k in range(total + 1)]) for total in range(self.pairs)]
        return ways

    def guesses(self) -> Iterable[int]:
        return [0, self._every % MODULUS]

    def rules(self) -> Mapping[str, int]:
        n, m, every = len(self.entries), self.largest, self._every
        return {
            "without such places": sum(self._ways()) % MODULUS,
            "the share without given entries": every * (m ** (n - 1) - (m - 1) ** (n - 1)) // m ** (n - 1) % MODULUS,
            "each missing entry different from one neighbour": (every - (m - 1) ** self.entries.count(0)) % MODULUS,
            "one in M": every // m % MODULUS,
        }


def _power(a: int, exponent: int, terms: int) -> list[int]:
    """The first terms of (x + a)^exponent."""
    return [comb(exponent, k) * a ** (exponent - k) if k <= exponent else 0 for k in range(terms)]
