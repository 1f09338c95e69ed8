"""Count the pairs of integers with a given greatest common divisor and least common multiple."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


class PairsWithGivenGcdLcmCount(Environment):
    """How many pairs P, Q have the divisor G and the multiple L, for some G, L: for two of them at first.

    There is one more with every other level, up to seven. L is at most 40 at first, 400 at level 3, and three fifths more with
    each level from there on. L / G has up to two different primes, some of them repeated; up to three from level 3 on, where some
    G do not divide their L, and up to four from level 8 on. Reward: 1 when all the counts are right, else 0.
    """

    divisors_and_multiples: Sequence[tuple[int, int]]

    paper_name = "GcdLcmCounting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "count": min(7, 2 + level // 2),
            "largest": rungs((40, 60, 100, 400), level, percent=60),
            "primes": min(len(PRIMES), 4 + level // 2),
            "most": 2 + (level >= 3) + (level >= 8),
        }

    @classmethod
    def draw(cls, rng: Random, count: int, largest: int, primes: int, most: int) -> Self:
        return cls([_divisor_and_multiple(rng, largest, PRIMES[:primes], most) for _ in range(count)])

    def acceptable(self) -> bool:
        return len(set(self.divisors_and_multiples)) == len(self.divisors_and_multiples)

    def statement(self) -> str:
        lines = self.divisors_and_multiples
        return (
            f"Here are {len(lines)} pairs of integers, one a line as: G L\n{rows(lines)}\n"
            "For each line count the ordered pairs (P, Q) of positive integers with the greatest common divisor G and the least "
            "common multiple L. (P, Q) and (Q, P) count as two where P and Q differ. "
            f"Give the {len(lines)} counts in the order of the lines."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.divisors_and_multiples), low=0)

    def solve(self) -> list[int]:
        """Each prime of L / G goes, with its whole power, either to P or to Q."""
        return [0 if m % d else 2 ** len(factorization(m // d)) for d, m in self.divisors_and_multiples]

    def guesses(self) -> Iterable[Sequence[int]]:
        """From three lines on: all alike, the number of divisors of L / G, and the primes of L in place of those of L / G."""
        lines = self.divisors_and_multiples
        if len(lines) < 3:
            return
        yield from ([count] * len(lines) for count in (0, 1, 2, 4))
        yield [0 if m % d else prod([e + 1 for _, e in factorization(m // d)]) for d, m in lines]
        yield [0 if m % d else 2 ** len(factorization(m)) for d, m in lines]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """As if each G divided its L."""
        return {"no zeros": [2 ** len(factorization(m // gcd(d, m))) for d, m in self.divisors_and_multiples]}


def _divisor_and_multiple(rng: Random, largest: int, primes: Sequence[int], most: int) -> tuple[int, int]:
    """G, and L = G * quotient in the upper half up to `largest`; the number of primes of the quotient is drawn first.

    Where `most` is above 2, one quotient in three is a fraction with another prime below.
    """
    quotient, used = 1, []
    fraction = most > 2 and rng.randrange(3) == 0
    for p in rng.sample(primes, 2 if fraction else rng.randint(0, most)):
        if quotient * p <= largest:
            quotient *= p
            used.append(p)
    for p in used:
        if rng.random() < 0.5 and quotient * p <= largest:
            quotient *= p
    highest = largest // quotient
    divisor = rng.randint(highest // 2 + 1, highest)
    below = rng.choice([p for p in primes if p not in used]) if fraction else 1
    return divisor * below, divisor * quotient
