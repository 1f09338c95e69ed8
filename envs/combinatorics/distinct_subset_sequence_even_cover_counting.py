"""Count the sequences of different subsets that cover every element evenly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class DistinctSubsetSequenceEvenCoverCounting(Environment):
    """How many sequences of M different ones of K listed subsets cover each of N elements an even number of times.

    At first M is 3, K 5 and N 4; at level 4 M is 3 or 4, K 8 and N 5. From there on K grows by about two with each level, the
    largest M by one with every second, N by one with every fourth. Reward: exact.
    """

    n: int
    length: int
    subsets: Sequence[Sequence[int]]

    paper_name = "Canon"
    version = 2
    max_level = 28

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        beyond = max(0, level - 4)
        n = 4 if level < 3 else 5 + beyond // 4
        return {"n": n, "length": min(4, 3 + level) + beyond // 2, "count": rungs((5, 6, 7, 7, 8), level, plus=2) - beyond // 4}

    @classmethod
    def draw(cls, rng: Random, n: int, length: int, count: int) -> Self:
        """Make a share of the subsets symmetric differences of two earlier ones, so that sizes alone do not give the number."""
        masks = rng.sample(range(1, 1 << n), count)
        share = rng.choice((0, 0.5, 1))
        for place in range(2, count):
            left, right = rng.sample(masks[:place], 2)
            if rng.random() < share and left ^ right not in masks:
                masks[place] = left ^ right
        rng.shuffle(masks)
        subsets = [[element for element in range(1, n + 1) if mask >> element - 1 & 1] for mask in masks]
        return cls(n=n, length=rng.randint(length - length // 4, length), subsets=subsets)

    def statement(self) -> str:
        n, m = self.n, self.length
        return (
            f"Here are {len(self.subsets)} different subsets of the set of the integers 1 to {n}, one a line:\n"
            f"{rows(self.subsets)}\n"
            f"Count the sequences of {m} different ones of these subsets in which every integer lies in an even number of the "
            f"{m} subsets; zero is even. The same subsets in another order are another sequence. "
            f"Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Average over the characters of the group of subsets under symmetric difference, one for each subset Y.

        Under Y a sequence weighs the product of the signs of its subsets, +1 for those that meet Y in an even number
        of elements, -1 for the others; the average is 1 for an even cover and 0 for the rest.
        """
        masks = [sum([1 << element - 1 for element in subset]) for subset in self.subsets]
        # how many of the subsets meet Y in an odd number of elements, over all Y
        odd = Counter([sum([(mask & y).bit_count() & 1 for mask in masks]) for y in range(1 << self.n)])
        total = sum([times * self._signed_choices(len(masks) - minus, minus) for minus, times in odd.items()])
        return (total >> self.n) * factorial(self.length) % MODULUS

    def _signed_choices(self, plus: int, minus: int) -> int:
        """The sum of the products of signs over all choices of `length` from `plus` and `minus` items of these signs."""
        return sum([(-1) ** j * comb(minus, j) * comb(plus, self.length - j) for j in range(self.length + 1)])

    def guesses(self) -> Iterable[int]:
        return [0, 1] if len(self.subsets) > 6 else []
