"""Count the permutations without three descending integers that have some value at a position."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class Count321AvoidingPermutationsFixedValue(Environment):
    """How many permutations of N integers have no three that descend, and at one position one of some given values.

    Four integers and one or two values at first; one more integer with each level, and values for up to half of them.
    Reward: exact.
    """

    n: int
    position: int
    values: Sequence[int]

    paper_name = "LDSTwo_Counting"
    max_level = 18  # 23 integers: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level + (level > 1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        values = rng.sample(range(n), rng.randint(max(1, n // 4), n // 2))
        return cls(n=n, position=rng.randrange(n), values=sorted(values))

    def statement(self) -> str:
        n, values = self.n, self.values
        what = f"{values[0]}" if len(values) == 1 else f"one of {', '.join(map(str, values[:-1]))} and {values[-1]}"
        return (
            f"Count the permutations p of the integers 0 to {n - 1}, with p[i] at position i, counted from 0, in which "
            f"p[{self.position}] is {what}, and in which there are no three positions i < j < k with p[i] > p[j] > p[k]."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return sum([self._with(min(self.position, value), max(self.position, value)) for value in self.values])

    def _with(self, position: int, value: int) -> int:
        """Those with one value at a position that is not larger (where it is, the inverse permutations serve).

        Such a value is the largest so far. The positions and the largest values up to them make a path that never crosses the
        diagonal, and it is free before this point and after it; the reflection principle counts such paths.
        """
        before, after = position + value, 2 * (self.n - 1) - position - value
        later = self.n - 1 - position
        return (comb(before, position) - comb(before, value + 1)) * (comb(after, later) - comb(after, later + 1))

    def guesses(self) -> Iterable[int]:
        return [] if self.n < 6 else [0, 1, comb(2 * self.n, self.n) // (self.n + 1)]

    def rules(self) -> Mapping[str, int]:
        every = comb(2 * self.n, self.n) // (self.n + 1)
        return {
            "all positions alike": every * len(self.values) // self.n,
            "the first value alone": self._with(*sorted((self.position, self.values[0]))),
        }
