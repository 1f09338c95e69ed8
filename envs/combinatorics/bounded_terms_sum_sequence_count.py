"""Count the integer sequences with bounded terms and a bounded sum."""

from collections.abc import Mapping
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class BoundedTermsSumSequenceCount(Environment):
    """How many sequences of K integers have a first term of at least A, others from L to M, and a sum of at most N.

    K is 2 or 3 at first, the range of the others 2 or 3 long; both grow in turn with each level. From level 3 on the bound on
    the sum cuts off large terms, and M matters as well. Reward: exact.
    """

    length: int
    first: int
    low: int
    high: int
    total: int

    paper_name = "IndividualSumBounded_SequenceCounting"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": 3 + level // 2, "width": 2 + (level + 1) // 2, "tight": int(level >= 3)}

    @classmethod
    def draw(cls, rng: Random, length: int, width: int, tight: int) -> Self:
        length, width = rng.randint(length - 1, length), rng.randint(max(1, width - max(1, width // 5)), width)
        # what the terms may have in all beyond their least values
        spare = rng.randint(width + 1, (length - 1) * width - 1) if tight else rng.randint(max(1, width - 1), width + 1)
        first, low = rng.randint(1, 3 + 3 * width), rng.randint(1, 3 * width)
        return cls(length=length, first=first, low=low, high=low + width, total=first + (length - 1) * low + spare)

    def statement(self) -> str:
        return (
            f"Count the sequences of {self.length} integers in which the first is at least {self.first}, each of the others is "
            f"from {self.low} to {self.high}, and all of them add up to at most {self.total}. "
            f"Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    @property
    def _spare(self) -> int:
        return self.total - self.first - (self.length - 1) * self.low

    def solve(self) -> int:
        """Inclusion and exclusion over the terms that are too large; what is left of the sum is one more term."""
        k, width, total = self.length, self.high - self.low + 1, 0
        for large in range(min(k - 1, self._spare // width) + 1):
            total += (-1) ** large * comb(k - 1, large) * comb(self._spare - large * width + k, k)
        return total % MODULUS

    def rules(self) -> Mapping[str, int]:
        k, width = self.length, self.high - self.low
        choices = (width + 1) ** (k - 1)
        return {
            "as if all choices of the others left a first term": (choices * (2 * self._spare + 2 - (k - 1) * width) // 2)
            % MODULUS,
            "as if the others had no upper bound": comb(self._spare + k, k) % MODULUS,
            "choices of the others": choices % MODULUS,
        }
