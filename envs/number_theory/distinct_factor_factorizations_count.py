"""Count the ways to write integers as products of different factors."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import factorization

SEEDS = (12, 18, 20, 28, 30, 42, 45)  # times any prime, each has at least four factorizations into different factors
PRIMES = (2, 2, 3, 3, 5, 7, 11, 13)


class DistinctFactorFactorizationsCount(Environment):
    """For three integers, how many products of two or more different factors they are; half as large again with each level.

    Each has many divisors: small primes are multiplied as long as the level's largest integer allows, so that it lies in
    the upper half and has at least four such products. Reward: 1 when all three counts are right, else 0.
    """

    integers: Sequence[int]

    paper_name = "IntegerFactorizationCounting"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": grow(100, level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        integers = []
        for integer in rng.sample(SEEDS, 3):
            while fitting := [p for p in PRIMES if integer * p <= largest]:
                integer *= rng.choice(fitting)
            integers.append(integer)
        return cls(integers=integers)

    def acceptable(self) -> bool:
        return len(set(self.integers)) == len(self.integers)

    def statement(self) -> str:
        return (
            f"Here are {len(self.integers)} integers:\n{' '.join(map(str, self.integers))}\n"
            "For each integer N of them, count the ways to write N as a product of two or more integers that are all greater "
            "than 1 and all different. The order of the factors does not matter. "
            f"Give the {len(self.integers)} counts in the order of the integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.integers), low=0)

    def solve(self) -> list[int]:
        return [_products(integer) - 1 for integer in self.integers]  # less the product of the single factor N

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[count] * len(self.integers) for count in (4, 8)]


def _products(n: int) -> int:
    """The sets of different divisors greater than 1 with product n: one divisor after the other is left out or taken."""
    divisors = [1]
    for p, exponent in factorization(n):
        divisors = [divisor * p**power for divisor in divisors for power in range(exponent + 1)]
    divisors.sort()
    ways = dict.fromkeys(divisors, 0)
    ways[1] = 1
    for factor in divisors[1:]:
        rest = n // factor
        for product in reversed(divisors):  # from the largest, so that the factor is taken once at most
            if rest % product == 0:
                ways[product * factor] += ways[product]
    return ways[n]
