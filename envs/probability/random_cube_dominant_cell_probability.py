"""Find the probability that a box of random numbers has a given number of dominant cells."""

from collections.abc import Mapping, Sequence
from fractions import Fraction as Rational
from math import comb, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction


class RandomCubeDominantCellProbability(Environment):
    """The probability that exactly K cells of a box are larger than all others that share a coordinate with them.

    Two or three dimensions at first, three or four from level 2 on, where "at least K" is asked for too. The shortest side is 2
    or 3, and one more with every fifth level; the longest is at most 4 at first, and one more with each level. Reward: exact.
    """

    sides: Sequence[int]
    cells: int
    or_more: bool

    paper_name = "Cube_FixedLocalMaximumCounting"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        kinds = 1 + (level > 1)
        return {"dimensions": 2 + kinds, "longest": 4 + level, "shortest": 3 + level // 5, "kinds": kinds}

    @classmethod
    def draw(cls, rng: Random, dimensions: int, longest: int, shortest: int, kinds: int) -> Self:
        short = rng.randint(shortest - 1, shortest)
        others = rng.randint(dimensions - 2, dimensions - 1)
        sides = [short, *[rng.randint(max(short, longest // 2), longest) for _ in range(others)]]
        rng.shuffle(sides)
        or_more = rng.randrange(kinds) > 0 and short > 2
        return cls(sides=sides, cells=rng.randint(1 + or_more, short - or_more), or_more=or_more)

    def statement(self) -> str:
        count, total = len(self.sides), prod(self.sides)
        corner = ", ".join("ijkl"[:count])
        ranges = ", ".join([f"0 <= {letter} < {side}" for letter, side in zip("ijkl", self.sides, strict=False)])
        many = f"at least {self.cells}" if self.or_more else f"exactly {self.cells}"
        return (
            f"The cells ({corner}) with {ranges} hold the numbers 1 to {total}, each once, in an order drawn uniformly at "
            "random. A cell is dominant if its number is larger than the number of each other cell that has at least one "
            f"coordinate in common with it (the same {' or the same '.join('ijkl'[:count])}). "
            f"What is the probability that {many} cell{'s are' if self.cells > 1 else ' is'} dominant?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """Inclusion and exclusion over the sets of i dominant cells."""
        cells, expected = self.cells, self._expected()
        signed = [
            (-1) ** (i - cells) * (comb(i - 1, cells - 1) if self.or_more else comb(i, cells)) * expected[i - 1]
            for i in range(cells, len(expected) + 1)
        ]
        return sum(signed, Rational(0))

    def _expected(self) -> list[Rational]:
        """The expected number of sets of 1, 2, ... dominant cells.

        No two dominant cells share a coordinate. From the smallest of such cells on, the j-th is dominant if it is the largest of
        all cells that share a coordinate with it or with a smaller one: of all but r(j), the cells of a box j shorter each way.
        """
        left = [prod([side - j for side in self.sides]) for j in range(min(self.sides) + 1)]
        top, bottom, expected = 1, 1, []
        for j in range(1, len(left)):
            top *= left[j - 1]
            bottom *= left[0] - left[j]
            expected.append(Rational(top, bottom))
        return expected

    def rules(self) -> Mapping[str, Rational]:
        return {
            "each number of cells is as likely": Rational(1, min(self.sides)),
            "without exclusion": self._expected()[self.cells - 1],
        }
