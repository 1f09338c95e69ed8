"""Count the zeros at the end of a factorial in several bases."""

from collections.abc import Iterable, Sequence
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import factorization

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


class FactorialTrailingZerosInBase(Environment):
    """How many zeros N! ends with in three bases K; N doubles and more, the powers of primes in K grow, with each level.

    A base is a product of powers of two primes, of one more with every eighth level. The factorial holds a prime p about
    N / (p - 1) times, and the exponents are chosen so that any of the primes may be the one that is used up first.
    Reward: 1 when all three numbers are right, else 0.
    """

    n: int
    bases: Sequence[int]

    paper_name = "FactorialTrailingZeroCount"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(40, level, percent=100, plus=20), "exponent": 4 + level // 2, "primes": 2 + level // 8}

    @classmethod
    def draw(cls, rng: Random, n: int, exponent: int, primes: int) -> Self:
        usable = [p for p in PRIMES if p - 1 <= exponent]
        bases = [prod([p ** (exponent // (p - 1) + rng.randint(0, 1)) for p in rng.sample(usable, primes)]) for _ in range(3)]
        return cls(n=rng.randint(n // 2, n), bases=bases)

    def acceptable(self) -> bool:
        return len(set(self.bases)) == len(self.bases)

    def statement(self) -> str:
        return (
            f"Let F be the factorial of {self.n}, the product of all integers from 1 to {self.n}. With how many zeros does F "
            f"end when it is written in base K? Answer this for each of these {len(self.bases)} bases K (all integers here "
            f"are decimal):\n{' '.join(map(str, self.bases))}\n"
            f"Give the {len(self.bases)} numbers of zeros in the order of the bases."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.bases), low=0)

    def solve(self) -> list[int]:
        return [min([_multiplicity(self.n, p) // exponent for p, exponent in factorization(base)]) for base in self.bases]

    def guesses(self) -> Iterable[Sequence[int]]:
        """The largest prime, or the smallest, decides: right for one base, but not always for all three."""
        return [[_multiplicity(self.n, p) // e for p, e in (factorization(k)[end] for k in self.bases)] for end in (0, -1)]


def _multiplicity(n: int, p: int) -> int:
    """The exponent of the prime p in n!, by Legendre's formula: n // p + n // p^2 + ..."""
    total = 0
    while n:
        n //= p
        total += n
    return total
