"""Independent judge of envs/grids/multi_pass_grid_collection.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(problem) -> int:
    """All walks at the same time, diagonal by diagonal: the best for each set of rows that they are in."""
    rows, height, width = problem.matrix, len(problem.matrix), len(problem.matrix[0])
    best = {(0,) * problem.k: rows[0][0]}
    for diagonal in range(1, height + width - 1):
        after = {}
        for places, worth in best.items():
            for steps in product((0, 1), repeat=problem.k):
                moved = tuple(sorted(map(sum, zip(places, steps, strict=True))))
                if moved[-1] < height and diagonal - moved[0] < width:
                    found = worth + sum(rows[i][diagonal - i] for i in {*moved})
                    after[moved] = max(found, after.get(moved, 0))
        best = after
    return max(best.values())


@up_to(6)
def multi_pass_grid_collection(problem, answer) -> bool:
    return answer == _most(problem)
