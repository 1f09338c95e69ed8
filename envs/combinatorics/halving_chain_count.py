"""Count the sequences whose entries shrink to a given share at each step."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near

SHARES = ((1, 2), (2, 5), (3, 5), (3, 7), (4, 7), (4, 9), (5, 9))


class HalvingChainCount(Environment):
    """How many sequences start with N, fall to about half or less at each step and avoid some values.

    N grows by half with each level. The share is a fraction from 2/5 to 3/5; two values to avoid at level 0, one more with
    every other level. Reward: exact.
    """

    start: int
    share: Sequence[int]
    avoided: Sequence[int]

    paper_name = "HalvingChainCounting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"start": grow(16, level, percent=50), "avoided": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, start: int, avoided: int) -> Self:
        start, (p, q) = near(rng, start), rng.choice(SHARES)
        return cls(start=start, share=(p, q), avoided=sorted(rng.sample(range(1, start * p // q + 1), avoided)))

    def statement(self) -> str:
        p, q = self.share
        return (
            f"Consider the finite sequences of positive integers that start with {self.start}, in which every later entry is "
            f"at most {p}/{q} of the entry just before it, and in which none of these {len(self.avoided)} integers occurs:\n"
            f"{' '.join(map(str, self.avoided))}\n"
            f"The sequence of the single entry {self.start} is one of them. Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return self._count(self.avoided)

    def _count(self, avoided: Sequence[int]) -> int:
        """Sum up, for each first entry, the sequences by their second entry; up_to[x] has those that start with 1 to x."""
        (p, q), barred, up_to = self.share, set(avoided), [0]
        for first in range(1, self.start * p // q + 1):
            up_to.append((up_to[-1] + (0 if first in barred else 1 + up_to[first * p // q])) % MODULUS)
        return (1 + up_to[self.start * p // q]) % MODULUS

    def guesses(self) -> Iterable[int]:
        p, q = self.share
        return [0, 1, 2, 1 + self.start * p // q - len(self.avoided), self._count(())]
