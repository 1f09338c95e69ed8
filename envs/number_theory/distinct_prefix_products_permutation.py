"""Complete a permutation whose prefix products are different modulo a prime."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sequencings import filled, hide, missing, sequencing, with_gaps


class DistinctPrefixProductsPermutation(ConstraintEnvironment):
    """The missing entries of an order of 1 to N, N prime, whose N prefix products leave N different remainders by N.

    Three entries of 7 are missing at first, and one more with each level; of N at least a third is shown.
    Reward: (share of the N remainders that occur)^20.
    """

    entries: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "PrefixProductMODDistinctPermutation"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        gaps = 3 + level
        n = max(7, -(-3 * gaps // 2))
        while factorization(n) != [(n, 1)]:
            n += 1
        return {"n": n, "gaps": gaps}

    @classmethod
    def draw(cls, rng: Random, n: int, gaps: int) -> Self:
        """The powers of a primitive root, with exponents whose partial sums are different modulo N-1; N comes last."""
        root = _primitive_root(n)
        order = [*[pow(root, exponent, n) for exponent in sequencing(rng, n - 1)], n]
        entries, solution = hide(rng, order, gaps)
        return cls(entries=entries, solution=solution)

    def statement(self) -> str:
        n = len(self.entries)
        return (
            f"Here are the integers 1 to {n} in some order, {len(self.solution)} of them replaced by a ?:\n"
            f"{with_gaps(self.entries)}\n"
            f"Put {' '.join(map(str, missing(self.entries)))}, each once, in place of the ?, such that the {n} prefix products "
            f"(the first entry, the first two multiplied, and so on up to all {n}) leave {n} different remainders when they are "
            f"divided by {n}. Give what the ? stand for, from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=1, high=len(self.entries))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        n = len(self.entries)
        if sorted(answer) != missing(self.entries):
            raise Infeasible(f"each of 1 to {n} should occur once")
        remainders = [entry % n for entry in filled(self.entries, answer)]
        return len({*accumulate(remainders, lambda product, entry: product * entry % n)}), n

    def guesses(self) -> Iterable[Sequence[int]]:
        left = missing(self.entries)
        return [left, left[::-1]] if len(left) > 3 else []


def _primitive_root(prime: int) -> int:
    """The least integer of order p - 1 modulo the prime p."""
    parts = [p for p, _ in factorization(prime - 1)]
    return next(g for g in range(2, prime) if all(pow(g, (prime - 1) // p, prime) != 1 for p in parts))
