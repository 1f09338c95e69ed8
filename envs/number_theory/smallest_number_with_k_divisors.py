"""Find the least integer with a given number of divisors and given prime factors."""

from collections.abc import Mapping, Sequence
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


class SmallestNumberWithKDivisors(Environment):
    """The least integer with exactly K divisors whose prime factors are among some given ones; two primes up to 11 at first.

    There are 3 or 4 primes at level 2 and one more with every fourth level, up to 6; one is 2, 3 or 5, the others are from a list
    that grows by one with each level. K is at most 9 at first, 32 at level 4, and a quarter more with each level; it is a product
    of at least two of the primes 2, 3 and 5, at least three at level 2 and four from level 3 on, so that it often pays to leave
    out a given prime. In the paper all primes may be factors: one problem for each K. Reward: exact.
    """

    divisors: int
    primes: Sequence[int]

    paper_name = "MinKDivisorNumber"
    max_level = 20
    exemptions = {"simple-rule": "giving out the prime factors of K one by one is most of the algorithm"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "divisors": rungs((9, 12, 16, 24, 32), level, percent=25),
            "factors": min(4, max(2, level + 1)),
            "primes": 2 if level < 2 else min(6, 4 + (level - 2) // 4),
            "pool": min(len(PRIMES), rungs((5, 6, 10), level, plus=1)),
        }

    @classmethod
    def draw(cls, rng: Random, divisors: int, factors: int, primes: int, pool: int) -> Self:
        smooth = [k for k in range(divisors // 2, divisors + 1) if 30**9 % k == 0]
        first = rng.randrange(3)
        others = rng.sample(PRIMES[:first] + PRIMES[first + 1 : pool], rng.randint(max(1, primes - 2), primes - 1))
        return cls(
            divisors=rng.choice([k for k in smooth if len(_prime_factors(k)) >= factors]),
            primes=sorted([PRIMES[first], *others]),
        )

    def statement(self) -> str:
        return (
            f"Find the least positive integer that has exactly {self.divisors} positive divisors, with 1 and itself counted, "
            f"and no prime factors other than these:\n{' '.join(map(str, self.primes))}\nIt need not have all of them."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """The exponents, each plus 1, multiply to K. least[d] has d divisors and the primes from some place on, at last all."""
        parts = [d for d in range(1, self.divisors + 1) if self.divisors % d == 0]
        least = {1: 1}
        for p in reversed(self.primes):
            powers = {d: p ** (d - 1) for d in parts}
            least = {
                d: min([powers[d // rest] * least[rest] for rest in parts if d % rest == 0 and rest in least]) for d in parts
            }
        return least[self.divisors]

    def rules(self) -> Mapping[str, int]:
        """Each prime factor of K, the largest first, goes to the prime whose power grows least by it; or only the two least
        primes are used, where there are more.
        """
        counts = dict.fromkeys(self.primes, 1)
        for q in _prime_factors(self.divisors):
            best = min(self.primes, key=lambda p: p ** (counts[p] * (q - 1)))
            counts[best] *= q
        found = {"greedy": prod([p ** (count - 1) for p, count in counts.items()])}
        if len(self.primes) > 2:
            found["two least primes"] = type(self)(self.divisors, self.primes[:2]).solve()
        return found


def _prime_factors(n: int) -> list[int]:
    """In descending order, repeated ones as often as they divide n."""
    return [p for p, exponent in reversed(factorization(n)) for _ in range(exponent)]
