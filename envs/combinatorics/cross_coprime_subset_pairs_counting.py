"""Count the pairs of subsets in which everything is coprime across."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs


class CrossCoprimeSubsetPairsCounting(Environment):
    """How many pairs S, T of non-empty subsets of a set have each member of S coprime to each of T.

    Three or four integers up to 12 at first, six or seven up to 20 at level 4; from there on one more, and two larger, with
    each level. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "TwoSet_AllCoprime_Counting"
    max_level = 22  # 25 integers: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 5, 6, 7), level, plus=1), "largest": 12 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=rng.sample(range(2, largest + 1), n - (rng.random() < 0.3)))

    def acceptable(self) -> bool:
        return len(self.numbers) > 4 or self.reference < 20

    def statement(self) -> str:
        return (
            f"Here is a set of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Count the ordered pairs (S, T) of non-empty subsets of it such that each member of S and each member of T have the "
            "greatest common divisor 1. Integers may be in neither of the two; (S, T) and (T, S) are different pairs."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """For S, only its primes that divide several of the integers matter: count the subsets by them, as masks.

        T then has any of the integers without these primes. An integer without shared primes is in S, in T or in neither.
        """
        primes = [[p for p, _ in factorization(number)] for number in self.numbers]
        times = Counter([p for some in primes for p in some])
        bits = {p: 1 << k for k, p in enumerate([p for p in times if times[p] > 1])}
        masks = [mask for some in primes if (mask := sum([bits.get(p, 0) for p in some]))]
        subsets = {0: 1}
        for mask in masks:
            for other, count in list(subsets.items()):
                subsets[other | mask] = subsets.get(other | mask, 0) + count
        total = sum([count << sum([not mask & other for mask in masks]) for other, count in subsets.items()])
        return total * 3 ** (len(primes) - len(masks)) - 2 ** (len(primes) + 1) + 1

    def guesses(self) -> Iterable[int]:
        n = len(self.numbers)
        return [] if n < 4 else [0, 3**n - 2 ** (n + 1) + 1]

    def rules(self) -> Mapping[str, int]:
        coprime = sum([gcd(a, b) == 1 for a, b in combinations(self.numbers, 2)])
        return {"subsets of one member each": 2 * coprime, "as if all pairs of members were independent": 2**coprime}
