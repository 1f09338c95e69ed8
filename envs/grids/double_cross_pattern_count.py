"""Count the double crosses in a 0/1 grid."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import sides


class DoubleCrossPatternCount(Environment):
    """How many double crosses lie on the ones of a grid; rows and columns together a fifteenth more, and one, with each level.

    From 12 rows and columns together on. Zeros are 3 to 15 percent of the cells. Reward: exact.
    """

    rows: Sequence[str]

    paper_name = "DoubleCrossCounting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(12, level, percent=4, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        cells = height * width
        zeros = {*rng.sample(range(cells), rng.randint(1 + cells // 33, 3 * cells // 20))}
        line = "".join(["0" if place in zeros else "1" for place in range(cells)])
        return cls(rows=[line[start : start + width] for start in range(0, cells, width)])

    def statement(self) -> str:
        grid = "\n".join(self.rows)
        return (
            f"Here is a grid of {len(self.rows)} rows and {len(self.rows[0])} columns, both numbered from 0:\n{grid}\n"
            "A double cross is three bars of ones: column c from row s to row t, row p from column c - a to c + a, and row q "
            "from column c - b to c + b, where s < p, p + 1 < q, q < t and 1 <= a < b. Other cells do not matter. How many "
            "double crosses are in the grid? They are different if one of the seven numbers is."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Down each column: for each arm length of the upper bar, the choices of it and of the top, at least two rows above."""
        total, height, width = 0, len(self.rows), len(self.rows[0])
        for c in range(2, width - 2):
            longest = min(c, width - 1 - c)
            column = "".join([row[c] for row in self.rows])
            end, arms, upper = 0, [], [0]  # of the present run of ones in the column
            for r, row in enumerate(self.rows):
                if row[c] == "0":
                    arms = []
                    continue
                if not arms:
                    upper = [0] * (longest + 1)
                    end = column.find("0", r) % (height + 1)  # -1: the bottom
                if len(arms) > 2:  # the bar two rows above, under any of the rows of the run
                    for a in range(1, arms[-2] + 1):
                        upper[a] += len(arms) - 2
                arm = 0
                while arm < longest and row[c - arm - 1] == row[c + arm + 1] == "1":
                    arm += 1
                arms.append(arm)
                total += (end - r - 1) * sum([upper[a] * (arm - a) for a in range(1, arm)])
        return total

    def guesses(self) -> Iterable[int]:
        return [0]

    def rules(self) -> Mapping[str, int]:
        """As if there were no zeros, and that by the share of ones."""
        height, width = len(self.rows), len(self.rows[0])
        arms = [min(c, width - 1 - c) for c in range(width)]
        full = sum([arm * (arm - 1) // 2 for arm in arms]) * comb(height - 1, 4)
        return {"without zeros": full, "half of that": full // 2, "a quarter of that": full // 4}
