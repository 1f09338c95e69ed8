"""Count the partitions of an integer into a given number of bounded parts."""

from collections.abc import Iterable, Mapping
from math import comb, factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class CountPartitionsIntoKParts(Environment):
    """In how many ways N is a sum of K integers from L to H, their order aside.

    K is 3 at first, H - L 4 or 5; they grow by one in turn with each level. N lies well between the least and the largest sum, so
    that both L and H matter. Reward: exact.
    """

    total: int
    parts: int
    low: int
    high: int

    paper_name = "NumberPartitionCounting"
    max_level = 34

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"parts": 3 + (level + 1) // 2, "width": 5 + level // 2, "low": 6 + 5 * level}

    @classmethod
    def draw(cls, rng: Random, parts: int, width: int, low: int) -> Self:
        parts, width, low = near(rng, parts), near(rng, width), rng.randint(1, low)
        spare = rng.randint(width - 1, parts * width - width + 1)
        return cls(total=parts * low + spare, parts=parts, low=low, high=low + width)

    def statement(self) -> str:
        return (
            f"In how many ways can {self.total} be written as a sum of exactly {self.parts} integers, each of them from "
            f"{self.low} to {self.high}? The order of the integers in a sum does not matter, and the same integer may occur more "
            "than once."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._partitions(self.high - self.low)

    def _partitions(self, width: int) -> int:
        """The coefficient of a Gaussian binomial: a product of (1 - x^(width + i)) / (1 - x^i) for i = 1 to the parts."""
        spare = self.total - self.parts * self.low
        spare = min(spare, self.parts * width - spare)
        ways = [1] + [0] * spare
        for i in range(1, self.parts + 1):
            for n in range(i, spare + 1):
                ways[n] += ways[n - i]
            for n in range(spare, width + i - 1, -1):
                ways[n] -= ways[n - width - i]
        return ways[spare]

    def guesses(self) -> Iterable[int]:
        return [1, 2] if self.parts > 3 else []

    def rules(self) -> Mapping[str, int]:
        spare = self.total - self.parts * self.low
        width = self.high - self.low
        ordered = [
            (-1) ** j * comb(self.parts, j) * comb(spare - j * (width + 1) + self.parts - 1, self.parts - 1)
            for j in range(min(self.parts, spare // (width + 1)) + 1)
        ]
        return {
            "as if there were no upper bound": self._partitions(spare),
            "all orders, shared alike": round(sum(ordered) / factorial(self.parts)),
            "with the order": sum(ordered),
        }
