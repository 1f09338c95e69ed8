"""Count the matrices with given maxima of submatrices."""

from collections.abc import Iterable, Mapping, Sequence
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
        """The least maximum over an entry is its cap; only entries with this cap can bring a maximum about.

        Entries of different caps are therefore counted apart. For one cap, inclusion and exclusion over the maxima that are
        missed: by the entries they have together, as a mask, the signed number of ways to choose such maxima.
        """
        total, capped = 1, 0
        for value, masks in sorted(self._masks().items()):
            missed, covered = {0: 1}, 0
            for mask in masks:
                mask &= ~capped
                covered |= mask
                for other, count in list(missed.items()):
                    missed[other | mask] = missed.get(other | mask, 0) - count
            entries = covered.bit_count()
            lower = [(mask.bit_count(), count) for mask, count in missed.items()]
            total = total * sum([count * (value - 1) ** n * value ** (entries - n) for n, count in lower]) % MODULUS
            capped |= covered
        return total * self.largest ** (self.height * self.width - capped.bit_count()) % MODULUS

    def _masks(self) -> dict[int, list[int]]:
        """For each maximum the entries of its submatrices, as masks with the first row in the lowest bits."""
        masks: dict[int, list[int]] = {}
        for top, bottom, left, right, value in self.maxima:
            row = (1 << right + 1) - (1 << left)
            masks.setdefault(value, []).append(sum([row << i * self.width for i in range(top, bottom + 1)]))
        return masks

    def guesses(self) -> Iterable[int]:
        return [0, 1] if len(self.maxima) > 3 else []

    def rules(self) -> Mapping[str, int]:
        caps, alone, capped = 1, 1, 0
        for value, masks in sorted(self._masks().items()):
            for mask in masks:
                n = (mask & ~capped).bit_count()
                caps, alone, capped = caps * value**n, alone * (value**n - (value - 1) ** n), capped | mask
        free = self.largest ** (self.height * self.width - capped.bit_count())
        return {"the caps alone": caps * free % MODULUS, "one maximum after the other": alone * free % MODULUS}
