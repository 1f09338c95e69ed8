"""Count the zeros at the end of a factorial in several bases."""

from collections.abc import Iterable, Sequence
from itertools import combinations, zip_longest
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import factorization

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


class FactorialTrailingZerosInBase(Environment):
    """How many zeros N! ends with in three bases K; N grows by half and more, the powers of primes in K too, with each level.

    A base is a product of powers of two primes that the factorial holds almost equally often, so that only counting shows
    which is used up first: now it is the larger prime, now the smaller, now the one in the higher power, now not.
    Reward: 1 when all three numbers are right, else 0.
    """

    n: int
    bases: Sequence[int]

    paper_name = "FactorialTrailingZeroCount"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(60, level, percent=40, plus=10), "share": 12 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, share: int) -> Self:
        """N! holds p^e about N / ((p - 1) * e) times: pair powers for which this is at least N / share and nearly the same."""
        n = rng.randint(n // 2, n)
        powers = [(p, e) for p in PRIMES for e in range(1, share // (p - 1) + 1)]
        times = {(p, e): _multiplicity(n, p) // e for p, e in powers}
        kinds: dict[tuple[bool, int], list[int]] = {}  # by which power decides and which has the larger (p - 1) * e
        for small, large in combinations(powers, 2):
            if small[0] < large[0] and 0 < abs(times[small] - times[large]) <= 2 + n // 100:
                lead = (small[0] - 1) * small[1] - (large[0] - 1) * large[1]
                kind = (times[small] < times[large], (lead > 0) - (lead < 0))
                kinds.setdefault(kind, []).append(small[0] ** small[1] * large[0] ** large[1])
        pools = [rng.sample(pool, len(pool)) for pool in rng.sample(list(kinds.values()), len(kinds))]
        in_turn = [base for turn in zip_longest(*pools) for base in turn if base]
        return cls(n=n, bases=in_turn[:3])

    def statement(self) -> str:
        return (
            f"Let F be the factorial of {self.n}, the product of all integers from 1 to {self.n}. With how many zeros does F "
            f"end when it is written in base K? Answer this for each of these {len(self.bases)} bases K:\n"
            f"{' '.join(map(str, self.bases))}\n"
            f"Give the {len(self.bases)} numbers of zeros in the order of the bases. All integers here are decimal."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.bases), low=0)

    def solve(self) -> list[int]:
        return [min([_multiplicity(self.n, p) // exponent for p, exponent in factorization(base)]) for base in self.bases]

    def guesses(self) -> Iterable[Sequence[int]]:
        """The same rule for all three bases says which prime decides: the smallest, the largest, the one with the most need."""
        for rule in (lambda pair: -pair[0], lambda pair: pair[0], lambda pair: (pair[0] - 1) * pair[1]):
            deciding = [max(factorization(base), key=rule) for base in self.bases]
            yield [_multiplicity(self.n, p) // exponent for p, exponent in deciding]


def _multiplicity(n: int, p: int) -> int:
    """The exponent of the prime p in n!, by Legendre's formula: n // p + n // p^2 + ..."""
    total = 0
    while n:
        n //= p
        total += n
    return total
