"""Label the cells of a grid at least cost, with labels of neighbours close together."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Self

from rlve import AnswerFormat, Grid, Infeasible, OptimizationEnvironment

SIZES = ((2, 2, 3), (2, 2, 4), (2, 3, 4), (3, 3, 4), (4, 3, 4), (4, 4, 4))


class MinCostSmoothGridLabeling(OptimizationEnvironment):
    """Label a grid for the least cost, labels of neighbours differing by at most 1; one more row or column with each level.

    Two rows and columns and three labels at first, later four columns and four labels. Costs up to 9, from level 3 on up to 20.
    At level 3, improving the best single label cell by cell does not succeed, and higher up less than half of the time.
    Reward: (least cost / cost)^8.
    """

    costs: Sequence[Sequence[Sequence[int]]]

    paper_name = "MinCubeAssignment"
    max_level = 24
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        rows, columns, labels = SIZES[min(level, 5)]
        return {"rows": rows + max(0, level - 5), "columns": columns, "labels": labels}

    @classmethod
    def draw(cls, rng: Random, rows: int, columns: int, labels: int) -> Self:
        largest = 9 if rows < 3 else 20
        return cls(costs=[[[rng.randint(1, largest) for _ in range(labels)] for _ in range(columns)] for _ in range(rows)])

    def statement(self) -> str:
        rows, columns, labels = len(self.costs), len(self.costs[0]), len(self.costs[0][0])
        cells = "\n".join([" | ".join([" ".join(map(str, cell)) for cell in row]) for row in self.costs])
        return (
            f"Each cell of a grid of {rows} rows and {columns} columns gets a label from 0 to {labels - 1}. Labels of two cells "
            "that share a side may differ by at most 1. Here is what the labels cost, one row a line, with | between its cells, "
            f"and for each cell the costs of the labels 0 to {labels - 1} in order:\n{cells}\n"
            "Label all cells so that the sum of their costs is as small as possible. Give the grid of labels."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.costs), len(self.costs[0]), low=0, high=len(self.costs[0][0]) - 1)

    def solve(self) -> list[Sequence[int]]:
        """Row by row: the least cost so far for each way to label the row."""
        lines, beside = _smooth_lines(len(self.costs[0]), len(self.costs[0][0]))
        best, steps = [0] * len(lines), []
        for number, row in enumerate(self.costs):
            step = [min(before, key=best.__getitem__) for before in beside] if number else list(range(len(lines)))
            best = [
                best[before] + sum([cell[label] for cell, label in zip(row, line, strict=True)])
                for before, line in zip(step, lines, strict=True)
            ]
            steps.append(step)
        chosen = min(range(len(lines)), key=best.__getitem__)
        answer = []
        for step in reversed(steps):
            answer.append(lines[chosen])
            chosen = step[chosen]
        return answer[::-1]

    def objective(self, answer: Sequence[Sequence[int]], /) -> int:
        for line in (*answer, *zip(*answer, strict=True)):
            if any(abs(a - b) > 1 for a, b in pairwise(line)):
                raise Infeasible("the labels of two neighbours differ by more than 1")
        return sum(
            [cell[label] for row, labels in zip(self.costs, answer, strict=True) for cell, label in zip(row, labels, strict=True)]
        )

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        return [self._improved()] if len(self.costs) * len(self.costs[0]) == 9 else []

    def _improved(self) -> list[list[int]]:
        """The best single label everywhere, then cell after cell what costs least beside its neighbours, until nothing does."""
        totals = [sum(costs) for costs in zip(*[cell for row in self.costs for cell in row], strict=True)]
        cells = [*product(range(len(self.costs)), range(len(self.costs[0])))]
        label, before = dict.fromkeys(cells, totals.index(min(totals))), None
        while label != before:
            before = dict(label)
            for cell in cells:
                label[cell] = self._cheapest_beside(cell, label)
        return self._rows(label)

    def _cheapest_beside(self, cell: tuple[int, int], label: Mapping[tuple[int, int], int]) -> int:
        """The cheapest label beside the neighbours that have one; the first where none is allowed."""
        i, j = cell
        beside = [label[other] for other in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)) if other in label]
        costs = self.costs[i][j]
        low, high = max([0, *[other - 1 for other in beside]]), min([len(costs), *[other + 2 for other in beside]])
        return min(range(low, high), key=costs.__getitem__, default=0)

    def _rows(self, label: Mapping[tuple[int, int], int]) -> list[list[int]]:
        return [[label[i, j] for j in range(len(row))] for i, row in enumerate(self.costs)]

    def rules(self) -> Mapping[str, Sequence[Sequence[int]]]:
        cells = [*product(range(len(self.costs)), range(len(self.costs[0])))]
        alone = {cell: self._cheapest_beside(cell, {}) for cell in cells}
        forward: dict[tuple[int, int], int] = {}
        for cell in cells:
            forward[cell] = self._cheapest_beside(cell, forward)
        return {"each alone": self._rows(alone), "row by row": self._rows(forward), "improved cell by cell": self._improved()}


@cache
def _smooth_lines(columns: int, labels: int) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """All ways to label a row alone, and for each those that may stand above it."""
    lines = [line for line in product(range(labels), repeat=columns) if all(abs(a - b) < 2 for a, b in pairwise(line))]
    above = [
        [number for number, other in enumerate(lines) if all(abs(a - b) < 2 for a, b in zip(line, other, strict=True))]
        for line in lines
    ]
    return lines, above
