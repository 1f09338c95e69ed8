"""Count the ways to write integers as products of different factors."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs

SEEDS = (12, 18, 20, 28, 30, 42, 44, 45, 50, 66, 70)
PRIMES = (2, 2, 2, 3, 3, 5, 5, 7, 7, 11, 13, 17, 19, 23)


class DistinctFactorFactorizationsCount(Environment):
    """How many products of two or more different factors some integers are: two integers up to 36 at first.

    There is one integer more with every other level, up to eight; they reach 150 at level 4 and half as much again with each
    level. Each has many divisors: small primes are multiplied as long as the largest integer allows, so that it lies in the
    upper half. One divisor of each, two from level 3 on and one more with every sixth, may not be a factor: so the count does
    not follow from the exponents of the primes alone. Reward: 1 when all the counts are right, else 0.
    """

    integers: Sequence[int]
    barred: Sequence[int]

    paper_name = "IntegerFactorizationCounting"
    version = 2
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        largest = rungs((36, 50, 72, 105, 150), level, percent=50)
        return {"count": min(8, 2 + level // 2), "largest": largest, "barred": 1 + (level + 3) // 6}

    @classmethod
    def draw(cls, rng: Random, count: int, largest: int, barred: int) -> Self:
        integers, excluded = [], []
        for integer in rng.sample([seed for seed in SEEDS if seed <= largest], count):
            while fitting := [p for p in PRIMES if integer * p <= largest]:
                integer *= rng.choice(fitting)
            integers.append(integer)
            # without the root, so that each of them rules out at least the product of two factors
            excluded += rng.sample([k for k in _divisors(integer)[1:-1] if k * k != integer], barred)
        return cls(integers=integers, barred=sorted(set(excluded)))

    def acceptable(self) -> bool:
        return len(set(self.integers)) == len(self.integers)

    def statement(self) -> str:
        barred = f"none is one of these {len(self.barred)}:\n{' '.join(map(str, self.barred))}\n"
        if len(self.barred) == 1:
            barred = f"none is {self.barred[0]}. "
        return (
            f"Here are {len(self.integers)} integers:\n{' '.join(map(str, self.integers))}\n"
            "Count for each of them the ways to write it as a product of two or more different factors. The factors are integers "
            f"greater than 1, and {barred}"
            "The order of the factors does not matter. "
            f"Give the {len(self.integers)} counts in the order of the integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.integers), low=0)

    def solve(self) -> list[int]:
        return self._counts(self.barred)

    def _counts(self, barred: Sequence[int]) -> list[int]:
        return [_products(integer, {*barred, integer}) for integer in self.integers]

    def _pairs(self, integer: int) -> int:
        """The products of just two factors."""
        allowed = [k for k in _divisors(integer)[1:-1] if k not in self.barred]
        return sum([k * k < integer and integer // k in allowed for k in allowed])

    def guesses(self) -> Iterable[Sequence[int]]:
        """Every count alike, products of two factors alone, or each barred factor taken to rule out one product."""
        if len(self.integers) == 2:
            return
        for count in (1, 2, 3, 4):
            yield [count] * len(self.integers)
        yield [self._pairs(integer) for integer in self.integers]
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
