"""Independent judge of envs/combinatorics/row_column_exclusive_coloring_count.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _colourings(dots, cells) -> int:
    """Choose the cells of one colour; all dots of their rows and columns are lost to the others."""
    if not cells:
        return 1
    total = 0
    for chosen in combinations(dots, cells[0]):
        rows, columns = ({cell[axis] for cell in chosen} for axis in range(2))
        total += _colourings(tuple((i, j) for i, j in dots if i not in rows and j not in columns), cells[1:])
    return total


@up_to(5)
def row_column_exclusive_coloring_count(problem, answer) -> bool:
    dots = tuple((i, j) for i, row in enumerate(problem.pattern) for j, cell in enumerate(row) if cell == ".")
    return answer == _colourings(dots, problem.cells) % 10007
