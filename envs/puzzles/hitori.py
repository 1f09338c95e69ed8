"""Mark cells of a grid so that no number is left twice in a line."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.sizes import sides
from rlve.envs.toolkit.text import rows


class Hitori(ConstraintEnvironment):
    """Mark cells, no two of them adjacent, that leave a connected grid without repeats; a row or column more with each level.

    Rows and columns are 6 together at first; about three in ten cells are marked, and how many is told. A marked cell repeats
    a number of its row or column, seldom of both. Reward: (share of conditions kept: one for each line, two for all)^10.
    """

    grid: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "HitoriPuzzle"
    max_level = 14
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        n, m = sides(rng, total)
        size = max(n, m) + 1
        names, across = rng.sample(range(1, size + 1), size), rng.sample(range(size), m)
        grid = [[names[(down + shift) % size] for shift in across] for down in rng.sample(range(size), n)]
        marked = _apart(rng, n, m, 3 * n * m // 10)
        for place in marked:
            i, j = divmod(place, m)
            seen = [grid[i][other] for other in range(m) if i * m + other not in marked]
            seen += [grid[other][j] for other in range(n) if other * m + j not in marked]
            grid[i][j] = rng.choice([number for number in seen if seen.count(number) == 1] or seen)
        return cls(grid=grid, solution=[part for place in sorted(marked) for part in divmod(place, m)])

    def statement(self) -> str:
        return (
            f"Here is a grid of {len(self.grid)} rows and {len(self.grid[0])} columns, both counted from 0:\n{rows(self.grid)}\n"
            f"Mark exactly {len(self.solution) // 2} cells such that no number occurs twice among the unmarked cells of a row or "
            "of a column, no two marked cells are next to each other in a row or column, and the unmarked cells are connected by "
            "steps to the next cell up, down, left or right. Give the row and the column of each marked cell, the cells in any "
            "order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=max(len(self.grid), len(self.grid[0])) - 1, pairs=True)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        n, m = len(self.grid), len(self.grid[0])
        marked = set(zip(answer[::2], answer[1::2], strict=True))
        if 2 * len(marked) < len(answer) or any(i >= n or j >= m for i, j in marked):
            raise Infeasible(f"expected {len(answer) // 2} different cells of the grid")
        unmarked = [(i, j) for i in range(n) for j in range(m) if (i, j) not in marked]
        lines = [[self.grid[i][j] for i, j in unmarked if i == row] for row in range(n)]
        lines += [[self.grid[i][j] for i, j in unmarked if j == column] for column in range(m)]
        right = [len(set(line)) == len(line) for line in lines]
        right.append(marked.isdisjoint([cell for i, j in marked for cell in ((i + 1, j), (i, j + 1))]))
        reached = unmarked[:1]
        left = set(unmarked[1:])
        for i, j in reached:
            for cell in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                if cell in left:
                    left.remove(cell)
                    reached.append(cell)
        return sum([*right, not left]), len(right) + 1

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Time and again mark the cell, not next to a marked one, that repeats most unmarked ones, the first or the last."""
        n, m = len(self.grid), len(self.grid[0])
        found = {}
        for name, way in (("first", 1), ("last", -1)):
            marked: list[tuple[int, int]] = []
            free = [(i, j) for i in range(n) for j in range(m)][::way]
            while free and 2 * len(marked) < len(self.solution):
                i, j = max(free, key=lambda cell: self._repeats(*cell, marked))
                marked.append((i, j))
                free = [(k, o) for k, o in free if abs(k - i) + abs(o - j) > 1]
            found[f"most repeats, the {name} of them"] = [part for cell in marked for part in cell]
        return found

    def _repeats(self, i: int, j: int, marked: Sequence[tuple[int, int]]) -> int:
        """How many unmarked cells of its row and its column have the same number as a cell."""
        beside = [(i, o) for o in range(len(self.grid[0])) if o != j] + [(k, j) for k in range(len(self.grid)) if k != i]
        return sum([self.grid[k][o] == self.grid[i][j] and (k, o) not in marked for k, o in beside])


def _apart(rng: Random, n: int, m: int, count: int) -> list[int]:
    """At most so many cells, numbered in reading order, no two adjacent, the others connected.

    They are cut apart where marked cells form a chain, over corners, in a circle or from border to border: so a cell joins no
    chain twice. The border is a chain, the last.
    """
    chain = [-1] * (n * m)
    names = [*range(n * m + 1)]
    chosen: list[int] = []
    for place in rng.sample(range(n * m), n * m):
        i, j = divmod(place, m)
        beside = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        if len(chosen) == count or any(0 <= k < n and 0 <= o < m and chain[k * m + o] >= 0 for k, o in beside):
            continue
        corners = [(k, o) for k in (i - 1, i + 1) for o in (j - 1, j + 1) if 0 <= k < n and 0 <= o < m]
        joined = [names[chain[k * m + o]] for k, o in corners if chain[k * m + o] >= 0]
        joined += [names[-1]] * (len(corners) < 4)
        if len(set(joined)) == len(joined):
            chosen.append(place)
            chain[place] = place
            names = [place if name in joined else name for name in names]
    return chosen
