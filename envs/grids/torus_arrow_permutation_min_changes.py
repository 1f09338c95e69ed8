"""Change as few arrows of a grid as possible so that every cell is entered once."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from operator import ne
from random import Random
from typing import Self

from rlve import AnswerFormat, Grid, OptimizationEnvironment, grow
from rlve.envs.toolkit.open_cells import cells_in_rows, grid_text
from rlve.envs.toolkit.sizes import sides

BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}


class TorusArrowPermutationMinChanges(OptimizationEnvironment):
    """Arrows on a torus to be changed into a permutation; rows and columns together a fifteenth more, and one, with each level.

    From 3 x 3 on. In a grid that is drawn right some letters are changed, one at first, two fifths of them from level 3 on.
    From there on, to mend each cell by itself is not best. Reward: (fewest changes / changes)^5, almost nothing for a
    grid that is not right.
    """

    rows: Sequence[str]

    paper_name = "CirculatingGrid"
    max_level = 18
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(6, max(0, level - 1), percent=7, plus=1), "wrong": min(1 + level, 4)}

    @classmethod
    def draw(cls, rng: Random, total: int, wrong: int) -> Self:
        """Rows, or columns, that go round to either side; then pairs that pass each other turned by a quarter, at many places."""
        height, width = sides(rng, total) if total != 8 else rng.choice(((3, 5), (5, 3)))  # 4 x 4 has too many ways round
        targets, count = _targets(height, width), height * width
        upright = rng.randrange(2)
        ways = [*"DU"] if upright else [*"LR"]
        ways += [rng.choice(ways) for _ in range((width if upright else height) - 2)]
        rng.shuffle(ways)
        cells = [ways[cell % width if upright else cell // width] for cell in range(count)]
        for _ in range(4 * count):
            cell, turn = rng.randrange(count), [rng.choice("LR"), rng.choice("UD")]
            other = targets[targets[cell][turn[0]]][turn[1]]
            if cells[cell] == turn[1]:
                turn.reverse()
            if cells[cell] == turn[0] and cells[other] == BACK[turn[0]]:
                cells[cell], cells[other] = turn[1], BACK[turn[1]]
        for cell in rng.sample(range(count), wrong if wrong < 4 else 2 * count // 5):
            cells[cell] = rng.choice([letter for letter in BACK if letter != cells[cell]])
        return cls(rows=cells_in_rows(cells, width))

    def statement(self) -> str:
        return (
            f"{grid_text(self.rows)}\n"
            "A letter leads from its cell to the next cell to the left (L), to the right (R), up (U) or down (D). Whoever leaves "
            "the grid at one side enters it at the opposite side, in the same row or column. Change as few letters as possible "
            "into others of L, R, U, D, so that exactly one letter leads to every cell. Give the changed grid."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.rows), len(self.rows[0]), "LRUD")

    def solve(self) -> list[str]:
        """Cells that nothing else leads to keep their letters; each other cell finds a target by the cheapest exchanges."""
        cells = "".join(self.rows)
        targets = _targets(len(self.rows), len(self.rows[0]))
        holder: dict[int, int] = {}
        for cell, letter in enumerate(cells):
            holder.setdefault(targets[cell][letter], cell)
        held = {cell: target for target, cell in holder.items()}
        for start in [cell for cell in range(len(cells)) if cell not in held]:
            spent, least, taker, queue = {start: 0}, {}, {}, deque([start])
            while queue:
                cell = queue.popleft()
                for letter, target in targets[cell].items():
                    cost = spent[cell] + (letter != cells[cell])
                    if cost < least.get(target, cost + 1):
                        least[target], taker[target] = cost, cell
                        if target in holder:
                            other = holder[target]
                            spent[other] = cost - (targets[other][cells[other]] != target)
                            queue.append(other)
            free = min([target for target in least if target not in holder], key=least.__getitem__)
            while free is not None:
                cell = taker[free]
                before = held.get(cell)
                holder[free], held[cell], free = cell, free, before
        letters = [next(letter for letter in BACK if targets[cell][letter] == held[cell]) for cell in range(len(cells))]
        return cells_in_rows(letters, len(self.rows[0]))

    def objective(self, answer: Sequence[str], /) -> int:
        """The number of changes, and that of the cells for each one that no letter leads to."""
        letters, targets = "".join(answer), _targets(len(answer), len(answer[0]))
        entered = {targets[cell][letter] for cell, letter in enumerate(letters)}
        return sum(map(ne, letters, "".join(self.rows))) + len(letters) * (len(letters) - len(entered))

    def guesses(self) -> Iterable[Sequence[str]]:
        return [self.rows, *([self._mended()] if len(self.rows) + len(self.rows[0]) > 7 else [])]

    def rules(self) -> Mapping[str, Sequence[str]]:
        """Each cell to which nothing leads gets a letter beside it that leads to where another one leads, too."""
        return {"each empty cell by itself": self._mended(), "each by itself, the last first": self._mended(-1)}

    def _mended(self, way: int = 1) -> list[str]:
        letters, targets = [*"".join(self.rows)], _targets(len(self.rows), len(self.rows[0]))
        entered = Counter([targets[cell][letter] for cell, letter in enumerate(letters)])
        for place in range(len(letters))[::way]:
            beside = [(targets[place][letter], BACK[letter]) for letter in BACK] if not entered[place] else []
            for cell, letter in beside:
                if entered[targets[cell][letters[cell]]] > 1:
                    entered[targets[cell][letters[cell]]] -= 1
                    entered[place] += 1
                    letters[cell] = letter
                    break
        return cells_in_rows(letters, len(self.rows[0]))


def _targets(height: int, width: int) -> list[dict[str, int]]:
    """For each cell, row by row, where each letter leads."""
    return [
        {
            "L": i * width + (j - 1) % width,
            "R": i * width + (j + 1) % width,
            "U": (i - 1) % height * width + j,
            "D": (i + 1) % height * width + j,
        }
        for i in range(height)
        for j in range(width)
    ]
