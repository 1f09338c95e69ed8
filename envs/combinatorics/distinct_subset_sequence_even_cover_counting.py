"""Count the sequences of different subsets that cover every element evenly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.text import rows


class DistinctSubsetSequenceEvenCoverCounting(Environment):
    """How many sequences of M different subsets cover each of N elements an even number of times, none of them a listed one.

    N grows by one with every third level, M with two of three, the list of excluded subsets with each. Reward: exact.
    """

    n: int
    length: int
    excluded: Sequence[Sequence[int]]

    paper_name = "Canon"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level // 3, "length": 3 + (2 * level + 2) // 3, "excluded": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, length: int, excluded: int) -> Self:
        masks = rng.sample(range(1, 1 << n), rng.randint((excluded + 1) // 2, excluded))
        subsets = [[element for element in range(1, n + 1) if mask >> element - 1 & 1] for mask in masks]
        return cls(n=n, length=rng.randint(length - length // 4, length), excluded=subsets)

    def statement(self) -> str:
        n, m = self.n, self.length
        return (
            f"Take all non-empty subsets of the set of the integers 1 to {n}, except these {len(self.excluded)}, one a line:\n"
            f"{rows(self.excluded)}\n"
            f"Count the sequences of {m} pairwise different ones of these subsets such that each of the integers 1 to {n} lies "
            f"in an even number of the {m} subsets (0 is even). The order matters: the same subsets in another order are "
            f"another sequence. Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Average over the characters of the group of subsets under symmetric difference, one for each subset Y.

        Under Y a sequence weighs the product of the signs of its subsets, +1 for those that meet Y in an even number
        of elements, -1 for the others; the average is 1 for an even cover and 0 for the rest.
        """
        masks = [sum([1 << element - 1 for element in subset]) for subset in self.excluded]
        half, total = 1 << self.n - 1, 0
        # how many of the excluded subsets meet Y in an odd number of elements, over all non-empty Y
        odd = Counter([sum([(mask & y).bit_count() & 1 for mask in masks]) for y in range(1, 2 * half)])
        for gone, number in odd.items():
            total += number * self._signed_choices(half - 1 - (len(masks) - gone), half - gone)
        total += self._signed_choices(2 * half - 1 - len(masks), 0)
        return total // (2 * half) * factorial(self.length) % MODULUS

    def _signed_choices(self, plus: int, minus: int) -> int:
        """The sum of the products of signs over all choices of `length` from `plus` and `minus` items of these signs."""
        return sum([(-1) ** j * comb(minus, j) * comb(plus, self.length - j) for j in range(self.length + 1)])

    def guesses(self) -> Iterable[int]:
        return [0, 1]
