"""Place as many bombs in a grid as possible, no two of which see each other along a row or column."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Grid, Infeasible, OptimizationEnvironment
from rlve.envs.toolkit.open_cells import cells_in_rows, grid_text

WALL, CLOSED, FREE, BOMB = "#x.B"


class MaxNonAttackingBombsGrid(OptimizationEnvironment):
    """The most bombs with a wall between any two of a row or column; from 3 x 3 on a row and a column more with each level.

    A twelfth of the cells are walls. Some free cells are bait: from level 3 on, to take one after the other those that see the
    fewest others does not give the most bombs. Reward: (bombs / most)^8.
    """

    rows: Sequence[str]

    paper_name = "MaxNoConflictingBombs"
    max_level = 30
    goal = "maximum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        """A bait sees two free cells, one in its row and one in its column; each of these sees two more, that see one more each.

        Once these last ones are taken, the bait sees the fewest; but it costs the two cells that it sees.
        """
        width = n + rng.randrange(2)
        count, walls = n * width, n * width // 12
        cells = rng.sample([WALL] * walls + [CLOSED] * (count - walls), count)
        lines = _lines(cells, width)
        inside: dict[int, list[int]] = {}
        for cell, ends in lines.items():
            for stretch in ends:
                inside.setdefault(stretch, []).append(cell)
        used: set[int] = set()

        def beside(cell: int, side: int, most: int) -> list[int]:
            """New free cells in the stretch of a free one along its row (0) or column (1)."""
            found = [other for other in inside[lines[cell][side]] if lines[other][1 - side] not in used]
            chosen = rng.sample(found, min(most, len(found)))
            for other in chosen:
                cells[other] = FREE
                used.add(lines[other][1 - side])
            return chosen

        for bait in rng.sample([*lines], len(lines)):
            if used.isdisjoint(lines[bait]):
                cells[bait] = FREE
                used.update(lines[bait])
                for side in (0, 1):
                    for near in beside(bait, side, 1):
                        for other in beside(near, 1 - side, 2):
                            beside(other, side, 1)
        return cls(rows=cells_in_rows(cells, width))

    def statement(self) -> str:
        return (
            f"{grid_text(self.rows)}\n"
            "Here # is a wall, . is a free cell, and x is a cell that must stay empty, but is no wall. Put bombs on free cells, "
            "as many as possible, so that any two bombs in the same row or in the same column have at least one wall between "
            "them. Give the grid with a B in place of the . in each cell with a bomb."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.rows), len(self.rows[0]), WALL + CLOSED + FREE + BOMB)

    def solve(self) -> list[str]:
        """Stretches of rows and of columns are matched by their free cells, with augmenting paths."""
        beside: dict[int, list[tuple[int, int]]] = {}
        for cell, (across, down) in self._free.items():
            beside.setdefault(across, []).append((down, cell))
        holder: dict[int, tuple[int, int]] = {}  # column -> the row that takes it, and the cell
        for start in beside:
            came: dict[int, tuple[int, int]] = {}
            queue, free = [start], None
            for row in queue:
                for column, cell in beside[row]:
                    if column not in came:
                        came[column] = row, cell
                        if column not in holder:
                            free = column
                            break
                        queue.append(holder[column][0])
                if free is not None:
                    break
            while free is not None:
                row, _ = came[free]
                before = next((column for column, held in holder.items() if held[0] == row), None)
                holder[free], free = came[free], before
        return self._bombs([cell for _, cell in holder.values()])

    @cached_property
    def _free(self) -> dict[int, tuple[int, int]]:
        """The free cells, each with its stretches between walls: that of its row, that of its column."""
        cells = "".join(self.rows)
        return {cell: ends for cell, ends in _lines(cells, len(self.rows[0])).items() if cells[cell] == FREE}

    def _bombs(self, places: Iterable[int]) -> list[str]:
        cells = [*"".join(self.rows)]
        for place in places:
            cells[place] = BOMB
        return cells_in_rows(cells, len(self.rows[0]))

    def objective(self, answer: Sequence[str], /) -> int:
        placed = "".join(answer)
        if placed.replace(BOMB, FREE) != "".join(self.rows):
            raise Infeasible("a cell that is not free was changed, or a free one to something else than B")
        lines = self._free
        bombs = [lines[cell] for cell, symbol in enumerate(placed) if symbol == BOMB]
        if any(len({*ends}) < len(bombs) for ends in zip(*bombs, strict=True)):
            raise Infeasible("two bombs in a row or column have no wall between them")
        return len(bombs)

    def guesses(self) -> Iterable[Sequence[str]]:
        free = [*self._free]
        return map(self._fewest_seen_first, (free, free[::-1]) if len(self.rows) > 5 else ())

    def rules(self) -> Mapping[str, Sequence[str]]:
        """One after the other where there is room: in reading order, from the end, those that see fewest free cells first."""
        free = [*self._free]
        return {
            "in reading order": self._one_by_one(free),
            "from the end": self._one_by_one(free[::-1]),
            "fewest seen first": self._fewest_seen_first(free),
            "fewest seen first, from the end": self._fewest_seen_first(free[::-1]),
        }

    def _fewest_seen_first(self, order: Iterable[int]) -> list[str]:
        seen = Counter(chain(*self._free.values()))
        return self._one_by_one(sorted(order, key=lambda cell: sum([seen[stretch] for stretch in self._free[cell]])))

    def _one_by_one(self, order: Iterable[int]) -> list[str]:
        used: set[int] = set()
        places = []
        for cell in order:
            if used.isdisjoint(self._free[cell]):
                used.update(self._free[cell])
                places.append(cell)
        return self._bombs(places)


def _lines(cells: Sequence[str], width: int) -> dict[int, tuple[int, int]]:
    """For each cell that is no wall its stretch of a row and that of a column, by the wall, or edge, before them."""
    lines, columns, left = {}, len(cells) + width, 0
    above = [*range(columns - width, columns)]
    for place, cell in enumerate(cells):
        column = place % width
        left = left if column else place - columns
        if cell == WALL:
            left, above[column] = place, columns + place
        else:
            lines[place] = left, above[column]
    return lines
