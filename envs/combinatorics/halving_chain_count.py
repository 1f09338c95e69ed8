"""Count the sequences whose entries shrink to a given share at each step."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs

SHARES = ((1, 2), (2, 5), (3, 5), (3, 7), (4, 7), (4, 9), (5, 9))  # the first levels have the first three


class HalvingChainCount(Environment):
    """How many sequences start with N, fall to about half or less at each step and avoid some values.

    N is at most 9 at first, 18 at level 4, and half as large again with each level from there on. The share is a fraction from
    2/5 to 3/5; one value to avoid at first, one more with every other level. Reward: exact.
    """

    start: int
    share: Sequence[int]
    avoided: Sequence[int]

    paper_name = "HalvingChainCounting"
    version = 2
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        start = rungs((9, 11, 13, 16, 18), level, percent=50)
        return {"start": start, "avoided": 1 + (level + 1) // 2, "shares": 3 if level < 2 else len(SHARES)}

    @classmethod
    def draw(cls, rng: Random, start: int, avoided: int, shares: int) -> Self:
        start, (p, q) = rng.randint(start - max(4, start // 5), start), rng.choice(SHARES[:shares])
        return cls(start=start, share=(p, q), avoided=sorted(rng.sample(range(1, start * p // q + 1), avoided)))

    def statement(self) -> str:
        (p, q), avoided = self.share, self.avoided
        barred = f"none of these integers occurs:\n{' '.join(map(str, avoided))}\n"
        if len(avoided) == 1:
            barred = f"the integer {avoided[0]} does not occur. "
        return (
            f"Take the sequences of positive integers that start with {self.start}, in which every later entry is "
            f"at most {p}/{q} of the entry just before it, and in which {barred}"
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
        if self.start < 12:
            return []
        return [0, 1, 2, 1 + self.start * p // q - len(self.avoided), self._count(())]
