"""Count the subsets in which no integer is one of two given multiples of another."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer

FACTORS = ((2, 3), (2, 3), (2, 5), (3, 4), (3, 5))


class CountSubsetsNoDoubleNoTriple(Environment):
    """How many subsets of a set of integers have no member that is A times or B times another one.

    Four integers at first, eight at level 4, and one more with each level from there on. A and B are 2 and 3, as in the paper,
    or another pair; the integers are two thirds of the least multiples of a few others by A and B. Reward: exact.
    """

    numbers: Sequence[int]
    factors: Sequence[int]

    paper_name = "NoDoubleTripleCounting"
    max_level = 34  # 38 integers: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        a, b = rng.choice(FACTORS)
        others = [r for r in range(1, 20) if r % a and r % b]
        roots = rng.sample(others[: 3 + n // 4], 1 + n // 8)
        made = sorted([root * a**i * b**j for root in roots for i in range(6) for j in range(5)])
        numbers = rng.sample(made[: n + n // 2], n)
        return cls(numbers=sorted(numbers), factors=(a, b))

    def acceptable(self) -> bool:
        return len(self.numbers) > 4 or self.reference < 16

    def statement(self) -> str:
        a, b = self.factors
        return (
            f"Here is a set of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"How many of its subsets have no member that is {a} times or {b} times another member? The empty subset counts too."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._subsets(self.factors)

    def _subsets(self, factors: Sequence[int]) -> int:
        """Integer after integer, by the multiples of chosen ones that are still to come.

        Those with the same root, which is left without the factors, follow each other: others have nothing to do with them.
        """
        ways: dict[frozenset[int], int] = {frozenset(): 1}
        for _, number in sorted([(_root(number, factors), number) for number in self.numbers]):
            multiples = {number * factor for factor in factors}.intersection(self.numbers)
            longer: dict[frozenset[int], int] = defaultdict(int)
            for barred, count in ways.items():
                longer[barred - {number}] += count
                if number not in barred:
                    longer[barred | multiples] += count
            ways = longer
        return sum(ways.values())

    def guesses(self) -> Iterable[int]:
        return [2 ** len(self.numbers)]

    def rules(self) -> Mapping[str, int]:
        return {f"factor {k} alone": self._subsets([factor]) for k, factor in enumerate(self.factors)}


def _root(number: int, factors: Sequence[int]) -> int:
    for factor in factors:
        while number % factor == 0:
            number //= factor
    return number
