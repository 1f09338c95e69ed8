"""Count the matrices with given maxima of submatrices."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import sides
from rlve.envs.toolkit.text import rows


class CountMatricesWithSubmatrixMaxima(Environment):
    """How many H x W matrices of the integers 1 to M have given maxima in some submatrices, two at first.

    H + W is 4 and M is 2 or 3 at first. There is one maximum more with each level; H + W grows by one with every other level
    and M with every third. The maxima are those of a hidden matrix. Reward: exact.
    """

    height: int
    width: int
    largest: int
    maxima: Sequence[tuple[int, int, int, int, int]]

    paper_name = "MatrixRMQCounting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": 4 + level // 2, "maxima": 2 + level, "largest": 3 + level // 3}

    @classmethod
    def draw(cls, rng: Random, size: int, maxima: int, largest: int) -> Self:
        (height, width), largest = sides(rng, size), rng.randint(largest - 1, largest)
        hidden = [[rng.randint(1, largest) for _ in range(width)] for _ in range(height)]
        ranges = product(combinations(range(height + 1), 2), combinations(range(width + 1), 2))
        drawn = []
        for (top, bottom), (left, right) in rng.sample(list(ranges), maxima):
            value = max([max(row[left:right]) for row in hidden[top:bottom]])
            drawn.append((top, bottom - 1, left, right - 1, value))
        return cls(height=height, width=width, largest=largest, maxima=drawn)

    def acceptable(self) -> bool:
        return self.height * self.width > 4 or self.reference < 20

    def statement(self) -> str:
        height, width = self.height, self.width
        return (
            f"Take the matrices of {height} rows and {width} columns, both counted from 0, with entries from the integers 1 to "
            f"{self.largest}. Here are {len(self.maxima)} conditions, one a line as: first row, last row, first column, last "
            f"column, maximum\n{rows(self.maxima)}\n"
            "Each says that the maximum of all entries in these rows and columns, first and last included, is exactly the last "
            f"number of the line. Count the matrices that meet all conditions. Give their number modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """The least maximum over an entry is its cap, and only entries with this cap can bring a maximum about.

        So count for each cap apart, by inclusion and exclusion over the maxima that are missed: by the entries these are over,
        the signed number of ways to choose such maxima.
        """
        total, left = 1, {*product(range(self.height), range(self.width))}
        for cap in sorted({maximum for *_, maximum in self.maxima}):
            missed, capped = {frozenset[tuple[int, int]](): 1}, left
            for top, bottom, start, end, maximum in self.maxima:
                if maximum == cap:
                    over = capped.intersection(product(range(top, bottom + 1), range(start, end + 1)))
                    left = left - over
                    for other, ways in list(missed.items()):
                        missed[other | over] = missed.get(other | over, 0) - ways
            entries = len(capped) - len(left)
            total *= sum([ways * (cap - 1) ** len(low) * cap ** (entries - len(low)) for low, ways in missed.items()])
        return total * self.largest ** len(left) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [0, 1] if len(self.maxima) > 3 else []

    def rules(self) -> Mapping[str, int]:
        first, last = replace(self, maxima=self.maxima[1:]), replace(self, maxima=self.maxima[:-1])
        return {"without the first maximum": first.solve(), "without the last maximum": last.solve()}
