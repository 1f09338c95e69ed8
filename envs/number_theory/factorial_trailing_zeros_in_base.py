"""Count the zeros at the end of factorials in other bases."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.text import rows

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


class FactorialTrailingZerosInBase(Environment):
    """How many zeros N! ends with in base K, for three pairs N, K; N grows by half and the powers in K grow with each level.

    K holds two powers p^e of the same weight (p - 1) * e, so that N! holds both about equally often, and perhaps a third of
    less weight. Only counting shows which is used up first: it is that of the smaller prime, that of the larger, or both
    are, each for a third of the pairs. Reward: 1 when all three numbers are right, else 0.
    """

    pairs: Sequence[tuple[int, int]]

    paper_name = "FactorialTrailingZeroCount"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(200, level, percent=50, plus=200), "heaviest": 8 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, heaviest: int) -> Self:
        """Sort thirty N and all pairs of powers of equal weight by the power that N! holds less often, and choose from these."""
        equal = [
            (weight, p, q, weight // (p - 1), weight // (q - 1))
            for p, q in combinations(PRIMES, 2)
            for weight in range(1, heaviest + 1)
            if weight % (p - 1) == weight % (q - 1) == 0
        ]
        numbers = rng.sample(range(n // 2, n + 1), 30)
        held = [{p: _multiplicity(number, p) for p in PRIMES} for number in numbers]
        more = [times[p] // d - times[q] // e for times in held for _, p, q, d, e in equal]
        smaller = [place for place, difference in enumerate(more) if difference < 0]
        both = [place for place, difference in enumerate(more) if difference == 0]
        larger = [place for place, difference in enumerate(more) if difference > 0]
        pools, pairs = [pool for pool in (smaller, both, larger) if pool], []
        for _ in range(3):
            number, index = divmod(rng.choice(rng.choice(pools)), len(equal))
            weight, p, q, d, e = equal[index]
            base = p**d * q**e
            others = [r**e for r in PRIMES if r not in (p, q) for e in range(1, (weight - 1) // (r - 1) + 1)]
            pairs.append((numbers[number], base * rng.choice([1, *others])))
        return cls(pairs=pairs)

    def acceptable(self) -> bool:
        return len(set(self.pairs)) == len(self.pairs)

    def statement(self) -> str:
        return (
            f"Here are {len(self.pairs)} pairs of integers in decimal, one a line as: N K\n{rows(self.pairs)}\n"
            "For each pair take the factorial of N, the product of all integers from 1 to N, and write it in base K. With how "
            f"many zeros does it end? Give the {len(self.pairs)} numbers of zeros, in decimal, in the order of the pairs."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.pairs), low=0)

    def solve(self) -> list[int]:
        return [min([_multiplicity(n, p) // exponent for p, exponent in factorization(base)]) for n, base in self.pairs]

    def guesses(self) -> Iterable[Sequence[int]]:
        """One of the primes with the largest (p - 1) * e decides, always the smaller or always the larger of them."""
        for sign in (-1, 1):
            answer = []
            for n, base in self.pairs:
                _, p, exponent = max([((p - 1) * e, sign * p, e) for p, e in factorization(base)])
                answer.append(_multiplicity(n, abs(p)) // exponent)
            yield answer


def _multiplicity(n: int, p: int) -> int:
    """The exponent of the prime p in n!, by Legendre's formula: n // p + n // p^2 + ..."""
    total = 0
    while n:
        n //= p
        total += n
    return total
