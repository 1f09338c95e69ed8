"""Count the ways to write integers as products of different factors."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import factorization

SEEDS = (12, 18, 20, 28, 30, 42, 44, 45, 50, 66, 70)
PRIMES = (2, 2, 2, 3, 3, 5, 5, 7, 7, 11, 13, 17, 19, 23)


class DistinctFactorFactorizationsCount(Environment):
    """For three integers, how many products of two or more different factors they are; half as large again with each level.

    Each has many divisors: small primes are multiplied as long as the level's largest integer allows, so that it lies in the
    upper half. Two divisors of each, and one more with every sixth level, may not be factors: so the count does not follow
    from the exponents of the primes alone. Reward: 1 when all three counts are right, else 0.
    """

    integers: Sequence[int]
    barred: Sequence[int]

    paper_name = "IntegerFactorizationCounting"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": grow(150, level, percent=50), "barred": 2 + level // 6}

    @classmethod
    def draw(cls, rng: Random, largest: int, barred: int) -> Self:
        integers, excluded = [], []
        for integer in rng.sample(SEEDS, 3):
            while fitting := [p for p in PRIMES if integer * p <= largest]:
                integer *= rng.choice(fitting)
            integers.append(integer)
            # without the root, so that each of them rules out at least the product of two factors
            excluded += rng.sample([k for k in _divisors(integer)[1:-1] if k * k != integer], barred)
        return cls(integers=integers, barred=sorted(set(excluded)))

    def acceptable(self) -> bool:
        return len(set(self.integers)) == len(self.integers)

    def statement(self) -> str:
        return (
            f"Here are {len(self.integers)} integers:\n{' '.join(map(str, self.integers))}\n"
            "For each integer N of them, count the ways to write N as a product of two or more integers that are all greater "
            f"than 1 and all different, and none of which is one of these {len(self.barred)}:\n"
            f"{' '.join(map(str, self.barred))}\n"
            "The order of the factors does not matter. "
            f"Give the {len(self.integers)} counts in the order of the integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.integers), low=0)

    def solve(self) -> list[int]:
        return self._counts(self.barred)

    def _counts(self, barred: Sequence[int]) -> list[int]:
        return [_products(integer, {*barred, integer}) for integer in self.integers]

    def guesses(self) -> Iterable[Sequence[int]]:
        """Every count alike, or each barred factor taken to rule out one product."""
        for count in (1, 2, 3, 4):
            yield [count] * len(self.integers)
        dividing = [sum([n % k == 0 for k in self.barred]) for n in self.integers]
        yield [max(all_ways - number, 0) for all_ways, number in zip(self._counts(()), dividing, strict=True)]


def _divisors(n: int) -> list[int]:
    divisors = [1]
    for p, exponent in factorization(n):
        divisors = [divisor * p**power for divisor in divisors for power in range(exponent + 1)]
    return sorted(divisors)


def _products(n: int, barred: set[int]) -> int:
    """The sets of different divisors of n, not 1 and not barred, with product n: one after the other is left out or taken."""
    divisors = _divisors(n)
    ways = dict.fromkeys(divisors, 0)
    ways[1] = 1
    for factor in divisors[1:]:
        if factor in barred:
            continue
        rest = n // factor
        for product in reversed(divisors):  # from the largest, so that the factor is taken once at most
            if rest % product == 0:
                ways[product * factor] += ways[product]
    return ways[n]
