"""Choose the cheapest cells of a grid that all others are next to."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Grid, Infeasible, OptimizationEnvironment
from rlve.envs.toolkit.grids import beside, number_grid
from rlve.envs.toolkit.open_cells import cells_in_rows
from rlve.envs.toolkit.sizes import rungs


class MinimumWeightGridDominatingSet(OptimizationEnvironment):
    """The cheapest cells such that each cell is chosen or has a chosen neighbour; a row or a column more with each level.

    From 2 x 3 on; the shorter side is at most 4. From level 3 on the lowest price for each cell that it covers, again and
    again, is not best. Reward: (least price / price)^12.
    """

    matrix: Sequence[Sequence[int]]

    paper_name = "Minimum_DominatingSet_Grid"
    max_level = 20
    goal = "minimum"
    exponent = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"short": min(rungs((2, 3, 3, 3), level, plus=1), 4), "long": rungs((3, 3, 4, 5, 5), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, short: int, long: int) -> Self:
        """Around a set no cell of which can be left out, each cell that only one of its cells covers asks for an integer.

        What the cells ask for must be paid by any choice, since none is cheaper than what it covers asks for: so the set is best.
        """
        height, width = (short, long) if rng.randrange(2) else (long, short)
        balls = _balls(height, width)
        chosen, covered = _needed(balls, rng.sample(range(len(balls)), len(balls)))
        asked = [rng.randint(1, 5) if count == 1 else 0 for count in covered]
        prices = [sum([asked[other] for other in ball]) for ball in balls]
        prices = [price if cell in chosen else max(1, price + rng.randint(0, 1)) for cell, price in enumerate(prices)]
        return cls(matrix=[prices[start : start + width] for start in range(0, height * width, width)])

    def statement(self) -> str:
        return (
            f"{number_grid(self.matrix)}\n"
            "The integer in a cell is its price. Choose cells with as small a total price as possible, so that every cell is "
            "chosen or shares a side with a chosen one. Give a grid of the same shape with a 1 for each chosen cell and a 0 for "
            "each other cell."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.matrix), len(self.matrix[0]), "01")

    def solve(self) -> list[str]:
        """Cell by cell, the cheapest choice so far for each state of the last row of cells: which are chosen, which covered."""
        turned = len(self.matrix[0]) > len(self.matrix)
        lines = [*zip(*self.matrix, strict=True)] if turned else self.matrix
        prices, width = [*chain(*lines)], len(lines[0])
        count, full, top = len(prices), (1 << width) - 1, 1 << width - 1
        # of the last `width` cells, bit by bit, the latest one lowest: chosen, covered -> the price, then a bit for each choice
        best = {(0, full): 0}
        for place, price in enumerate(prices):
            after: dict[tuple[int, int], int] = {}
            beside_it, cost = top | (place % width > 0), price << count | 1 << place
            left = 3 if place % width else 1
            for (last, covered), worth in best.items():
                kept, near = last << 1 & full, covered << 1 & full
                if covered & top:
                    state = kept, near | (last & beside_it > 0)
                    if worth < after.get(state, worth + 1):
                        after[state] = worth
                state = kept | 1, near | left
                if worth + cost < after.get(state, worth + cost + 1):
                    after[state] = worth + cost
            best = after
        chosen = min([worth for (_, covered), worth in best.items() if covered == full])
        marks = cells_in_rows(f"{chosen % (1 << count):0{count}b}"[::-1], width)
        return [*map("".join, zip(*marks, strict=True))] if turned else marks

    def objective(self, answer: Sequence[str], /) -> int:
        marks = [mark == "1" for mark in chain(*answer)]
        if not all(any(marks[cell] for cell in ball) for ball in _balls(len(answer), len(answer[0]))):
            raise Infeasible("a cell is not chosen and has no chosen neighbour")
        return sum([price for price, mark in zip(chain(*self.matrix), marks, strict=True) if mark])

    def guesses(self) -> Iterable[Sequence[str]]:
        return [self.rules()["lowest price for each cell, one by one"]] if len(self.matrix) * len(self.matrix[0]) > 12 else []

    def rules(self) -> Mapping[str, Sequence[str]]:
        """What is cheapest for the cells it covers, one by one; the cheapest way to cover each; what is too dear left out."""
        prices, balls = [*chain(*self.matrix)], _balls(len(self.matrix), len(self.matrix[0]))
        left, gains, cheap = {*range(len(prices))}, [*map(len, balls)], []
        while left:
            cheap.append(min([cell for cell, gain in enumerate(gains) if gain], key=lambda cell: prices[cell] / gains[cell]))
            for cell in left.intersection(balls[cheap[-1]]):
                left.remove(cell)
                for other in balls[cell]:
                    gains[other] -= 1
        found = {
            "lowest price for each cell, one by one": cheap,
            "the cheapest near each cell": [min(ball, key=prices.__getitem__) for ball in balls],
            "the dearest left out": range(len(prices)),
        }
        answers = {}
        for name, cells in found.items():
            kept, _ = _needed(balls, sorted({*cells}, key=lambda cell: (-prices[cell], cell)))
            answers[name] = cells_in_rows([str(int(cell in kept)) for cell in range(len(prices))], len(self.matrix[0]))
        return answers


def _balls(height: int, width: int) -> list[list[int]]:
    """For each cell itself and its neighbours."""
    return [[cell, *others] for cell, others in enumerate(beside(height, width))]


def _needed(balls: Sequence[Sequence[int]], order: Sequence[int]) -> tuple[set[int], list[int]]:
    """These cells without those, the first ones first, that can be left out; and by how many of them each cell is covered."""
    kept = {*order}
    covered = [len(kept.intersection(ball)) for ball in balls]
    for cell in order:
        if min([covered[other] for other in balls[cell]]) > 1:
            kept.remove(cell)
            for other in balls[cell]:
                covered[other] -= 1
    return kept, covered
