"""Choose rows and columns so that neighbours in the submatrix differ as little as possible."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.grids import number_grid
from rlve.envs.toolkit.sizes import sides


class MinimumAdjacentDifferenceSubmatrix(OptimizationEnvironment):
    """R rows and C columns with the least sum of differences of neighbours; rows and columns together one more with each level.

    From 3 x 3 on, with a single pair of entries to choose at level 0; R and C are about half of the rows and columns. From level
    3 on, to leave out again and again the row or column with the largest differences is not best. Reward: (least sum / sum)^5.
    """

    matrix: Sequence[Sequence[int]]
    r: int
    c: int

    paper_name = "MinimumSumDifferenceSubmatrix"
    max_level = 14
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": max(6, 5 + level), "chosen": min(3 + level, 4)}

    @classmethod
    def draw(cls, rng: Random, total: int, chosen: int) -> Self:
        height, width = sides(rng, total)
        r, c = ((rows + rng.randrange(2)) // 2 if rows > 3 else 2 for rows in (height, width))
        if chosen < 4:
            r, c = rng.choice(((1, 2), (2, 1)))
        return cls(matrix=[[rng.randint(1, height * width) for _ in range(width)] for _ in range(height)], r=r, c=c)

    def statement(self) -> str:
        def some(count: int, noun: str) -> str:
            return f"{count} {noun}{'s' if count > 1 else ''}"

        return (
            f"{number_grid(self.matrix)}\n"
            f"Rows and columns count from 0. Choose {some(self.r, 'row')} and {some(self.c, 'column')}, and keep only the "
            "integers in these, in their order. The absolute differences of all integers that are then next to each other, in a "
            "row or in a column, are to have as small a sum as possible. Give the numbers of the chosen rows, ascending, then "
            "those of the chosen columns, ascending."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.r + self.c, low=0, high=max(len(self.matrix), len(self.matrix[0])) - 1)

    def solve(self) -> list[int]:
        """For each choice of rows, the best columns one after the other."""
        height, width = len(self.matrix), len(self.matrix[0])
        turned = height > width
        lines, count, wanted = self.matrix, self.r, self.c
        if turned:
            lines, count, wanted = [*zip(*self.matrix, strict=True)], self.c, self.r
        width = len(lines[0])
        across = [[[abs(a - b) for b in line] for a in line] for line in lines]  # by line, place, place
        best: tuple[int, Sequence[int], Sequence[int]] | None = None
        for chosen in combinations(range(len(lines)), count):
            down = [sum([abs(lines[i][j] - lines[k][j]) for i, k in pairwise(chosen)]) for j in range(width)]
            between = [[sum(costs) for costs in zip(*[across[i][j] for i in chosen], strict=True)] for j in range(width)]
            ends = [(cost, (j,)) for j, cost in enumerate(down)]
            for length in range(1, wanted):
                longer = []
                for j in range(length, width):
                    step = between[j]
                    cost, places = min([(ends[k - length + 1][0] + step[k], k) for k in range(length - 1, j)])
                    longer.append((cost + down[j], (*ends[places - length + 1][1], j)))
                ends = longer
            found = min(ends)
            if best is None or found[0] < best[0]:
                best = found[0], chosen, found[1]
        assert best is not None
        return [*best[2], *best[1]] if turned else [*best[1], *best[2]]

    def objective(self, answer: Sequence[int], /) -> int:
        rows, columns = answer[: self.r], answer[self.r :]
        for what, chosen, count in (("row", rows, len(self.matrix)), ("column", columns, len(self.matrix[0]))):
            if any(a >= b for a, b in pairwise(chosen)) or chosen[-1] >= count:
                raise Infeasible(f"the {what} numbers should ascend, up to {count - 1} at most")
        return self._cost(rows, columns)

    def _cost(self, rows: Sequence[int], columns: Sequence[int]) -> int:
        kept = [[self.matrix[i][j] for j in columns] for i in rows]
        lines = [*kept, *zip(*kept, strict=True)]
        return sum([abs(a - b) for line in lines for a, b in pairwise(line)])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._left_out()] if len(self.matrix) + len(self.matrix[0]) > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """What differs most left out, one by one; the best block of neighbouring rows and columns."""
        height, width = len(self.matrix), len(self.matrix[0])
        blocks = [
            (range(i, i + self.r), range(j, j + self.c)) for i in range(height - self.r + 1) for j in range(width - self.c + 1)
        ]
        rows, columns = min(blocks, key=lambda block: self._cost(*block))
        return {"the largest differences left out": self._left_out(), "the best block": [*rows, *columns]}

    def _left_out(self) -> list[int]:
        """One by one the row or column without which the sum is least."""
        rows, columns = [*range(len(self.matrix))], [*range(len(self.matrix[0]))]
        while len(rows) > self.r or len(columns) > self.c:
            smaller = [([i for i in rows if i != out], columns) for out in rows if len(rows) > self.r]
            smaller += [(rows, [j for j in columns if j != out]) for out in columns if len(columns) > self.c]
            rows, columns = min(smaller, key=lambda lines: self._cost(*lines))
        return [*rows, *columns]
