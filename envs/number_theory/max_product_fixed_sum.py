"""Find the largest product of a given number of terms that have a given sum."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class MaxProductFixedSum(Environment):
    """The largest product of K terms from a given list that have the sum N; more than one product is possible.

    There are three terms at first, four at level 3, and one more with every other level. The list holds four integers of at most
    6 at first, five of at most 12 at level 3, then one more with every fourth level; from level 4 on the largest grows by a
    tenth, and one. In the paper there may be any number of any positive integers, which has a short formula. Reward: exact.
    """

    parts: Sequence[int]
    terms: int
    total: int

    paper_name = "MaxMultiplicationFixedSum"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        largest = rungs((6, 8, 9, 12, 14), level, percent=10, plus=1)
        return {"count": 4 + (level + 1) // 4, "largest": largest, "terms": 3 + max(0, level - 1) // 2}

    @classmethod
    def draw(cls, rng: Random, count: int, largest: int, terms: int) -> Self:
        parts = sorted(rng.sample(range(1, largest + 1), count))
        return cls(parts=parts, terms=terms, total=sum(rng.choices(parts, k=terms)))

    def acceptable(self) -> bool:
        return self._product(largest=False) < self.reference

    def statement(self) -> str:
        return (
            f"Here are {len(self.parts)} integers:\n{' '.join(map(str, self.parts))}\n"
            f"Write {self.total} as a sum of exactly {self.terms} terms, each of them one of these integers; "
            "the same integer may occur more than once. Give the largest product that the terms of such a sum can have."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return self._product(largest=True)

    def _product(self, *, largest: bool) -> int:
        """The largest (or the smallest) product for each sum of half of the terms; two halves make the whole."""
        halves = [{0: 1}]
        while 2 * len(halves) < self.terms + 2:
            found: dict[int, int] = {}
            for total, product in halves[-1].items():
                for part in self.parts:
                    new, old = product * part, found.get(total + part)
                    if old is None or (new > old) is largest:
                        found[total + part] = new
            halves.append(found)
        shorter, longer = halves[self.terms // 2], halves[-1]
        wholes = [product * shorter.get(self.total - total, 0) for total, product in longer.items()]
        return max(wholes) if largest else min([whole for whole in wholes if whole])

    def guesses(self) -> Iterable[int]:
        """From level 3 on the two integers around the mean, as many of each as the sum asks for."""
        below = [part for part in self.parts if part * self.terms <= self.total]
        above = self.parts[len(below) :]
        if self.terms == 3 or not below or not above:
            return []
        high = (self.total - below[-1] * self.terms) // (above[0] - below[-1])
        return [above[0] ** high * below[-1] ** (self.terms - high)]

    def rules(self) -> Mapping[str, int]:
        """The mean for each term; each term the nearest to the mean of what is left."""
        left, terms = self.total, []
        for k in range(self.terms, 1, -1):
            terms.append(min(self.parts, key=lambda part: abs(part * k - left)))
            left -= terms[-1]
        return {"mean": round(Fraction(self.total, self.terms) ** self.terms), "nearest": prod([*terms, left])}
