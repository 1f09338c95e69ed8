"""Count the zeros at the end of factorials in other bases."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


class FactorialTrailingZerosInBase(Environment):
    """How many zeros N! ends with in base K, for some pairs N, K: two at first, one more with every other level.

    N is at most 9 at first, 200 at level 5, then half as large again, and more. Up to level 2 K is at most 12. From level 3 on it
    holds two powers p^e of the same weight (p - 1) * e, so that N! holds both about equally often, and perhaps a third of less
    weight. Only counting shows which is used up first: it is that of the smaller prime, that of the larger, or both are.
    Reward: 1 when all numbers are right, else 0.
    """

    pairs: Sequence[tuple[int, int]]

    paper_name = "FactorialTrailingZeroCount"
    version = 2
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((9, 14, 20, 50, 100, 200), level, percent=50, plus=200)
        return {"count": 2 + level // 2, "n": n, "heaviest": rungs((0, 0, 0, 4, 6), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, count: int, n: int, heaviest: int) -> Self:
        if heaviest:
            return cls(pairs=[_pair(rng, n, heaviest) for _ in range(count)])
        return cls(pairs=[(rng.randint(n // 2, n), rng.randint(2, 12)) for _ in range(count)])

    def acceptable(self) -> bool:
        return len(set(self.pairs)) == len(self.pairs)

    def statement(self) -> str:
        return (
            f"Here are {len(self.pairs)} pairs of integers in decimal, one a line as: N K\n{rows(self.pairs)}\n"
            "For each pair take the product of all integers from 1 to N and write it in base K. How many zeros stand at its end? "
            f"Give the {len(self.pairs)} numbers of zeros, in decimal, in the order of the pairs."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.pairs), low=0)

    def solve(self) -> list[int]:
        return [min([_multiplicity(n, p) // exponent for p, exponent in factorization(base)]) for n, base in self.pairs]

    def guesses(self) -> Iterable[Sequence[int]]:
        """One of the primes with the largest (p - 1) * e decides, always the smaller or always the larger of them."""
        if max(self.pairs)[0] <= 20:
            return
        for sign in (-1, 1):
            answer = []
            for n, base in self.pairs:
                _, p, exponent = max([((p - 1) * e, sign * p, e) for p, e in factorization(base)])
                answer.append(_multiplicity(n, abs(p)) // exponent)
            yield answer


def _pair(rng: Random, n: int, heaviest: int) -> tuple[int, int]:
    """A number, and a base with two powers of the same weight: one decides, the other, or both, each for a third of the pairs."""
    weight, p, q = rng.choice(
        [(w, p, q) for p, q in combinations(PRIMES, 2) for w in range(q - 1, heaviest + 1, q - 1) if w % (p - 1) == 0]
    )
    d, e = weight // (p - 1), weight // (q - 1)
    numbers = rng.sample(range(n // 2, n + 1), 12)
    more = [_multiplicity(number, p) // d - _multiplicity(number, q) // e for number in numbers]
    wanted = rng.choice((-1, 0, 1))
    place = next((i for i, difference in enumerate(more) if (difference > 0) - (difference < 0) == wanted), 0)
    others = [r**i for r in PRIMES if r not in (p, q) for i in range(1, (weight - 1) // (r - 1) + 1)]
    return numbers[place], p**d * q**e * rng.choice([1, *others])


def _multiplicity(n: int, p: int) -> int:
    """The exponent of the prime p in n!, by Legendre's formula: n // p + n // p^2 + ..."""
    total = 0
    while n:
        n //= p
        total += n
    return total
