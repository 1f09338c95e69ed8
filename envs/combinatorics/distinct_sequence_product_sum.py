"""Add up the products of all sequences of different integers."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs


class DistinctSequenceProductSum(Environment):
    """The sum of the products of all sequences of N different ones of K given integers.

    N is 2 and K is 3 at first, the integers go up to 7; K grows by one with each level from level 2 on, N with every third, and
    the integers grow a little with each. Reward: exact.
    """

    numbers: Sequence[int]
    length: int

    paper_name = "SumSetMultiplication"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"k": rungs((3, 3, 4), level, plus=1), "length": 2 + level // 3, "largest": rungs((7, 9, 12), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, k: int, length: int, largest: int) -> Self:
        return cls(numbers=sorted(rng.sample(range(1, largest + 1), k)), length=length)

    def statement(self) -> str:
        n = self.length
        return (
            f"Here is a set of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"Take all sequences of {n} different integers from it; the same integers in another order are another sequence. "
            f"Multiply the {n} integers of each sequence, and add up all the products. Give their sum modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return factorial(self.length) * self._without_order() % MODULUS

    def _without_order(self) -> int:
        """An elementary symmetric polynomial, one integer after the other."""
        sums = [1] + [0] * self.length  # by the length
        for number in self.numbers:
            for n in range(self.length, 0, -1):
                sums[n] = (sums[n] + number * sums[n - 1]) % MODULUS
        return sums[-1]

    def guesses(self) -> Iterable[int]:
        return [0, 1]

    def rules(self) -> Mapping[str, int]:
        n, k = self.length, len(self.numbers)
        return {
            "without the order": self._without_order(),
            "with repeats": sum(self.numbers) ** n % MODULUS,
            "neighbours only": sum([prod(self.numbers[i : i + n]) for i in range(k - n + 1)]) % MODULUS,
            "the mean for each": comb(k, n) * factorial(n) * round(sum(self.numbers) / k) ** n % MODULUS,
        }
