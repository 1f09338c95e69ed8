"""Find a term of a sequence given by a linear recurrence, modulo a prime."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near, rungs


class LinearRecurrenceModulo(Environment):
    """A term of a sequence whose terms are sums of multiples of the two before them, modulo 10007.

    Term 4 at first, one further with every other level; the multiples are at most 2 at first and 7 at level 4, and the first
    two terms at most 4 at first; so that the modulus is felt from level 4 on. Reward: exact.
    """

    first: Sequence[int]
    factors: Sequence[int]
    index: int

    paper_name = "Fibonacci"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"index": 4 + level // 2, "largest": rungs((2, 3, 3, 5, 7), level, plus=2), "first": 4 + 3 * level}

    @classmethod
    def draw(cls, rng: Random, index: int, largest: int, first: int) -> Self:
        return cls(
            first=[rng.randint(1, first) for _ in range(2)],
            factors=[rng.randint((largest + 1) // 2, largest) for _ in range(2)],
            index=max(4, near(rng, index)),
        )

    def statement(self) -> str:
        (first, second), (p, q) = self.first, self.factors
        return (
            f"A sequence of integers starts with A[1] = {first} and A[2] = {second}. After that, "
            f"A[n] = {_times(p)}A[n-1] + {_times(q)}A[n-2] for every n > 2. Give A[{self.index}] modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return _term(self.first, self.factors, self.index)

    def rules(self) -> Mapping[str, int]:
        (_, second), (p, q) = self.first, self.factors
        return {
            "only the term before counts": second * p ** (self.index - 2) % MODULUS,
            "both multiples are 1": _term(self.first, (1, 1), self.index),
            "one step too few": _term(self.first, self.factors, self.index - 1),
            "the multiples exchanged": _term(self.first, (q, p), self.index),
        }


def _times(factor: int) -> str:
    return "" if factor == 1 else f"{factor} "


def _term(first: Sequence[int], factors: Sequence[int], index: int) -> int:
    (before, now), (p, q) = first, factors
    for _ in range(index - 2):
        before, now = now, (p * now + q * before) % MODULUS
    return now
