"""Independent judge of envs/grids/double_cross_pattern_count.py."""

from itertools import combinations

import numpy as np

from rlve.authoring.gate import up_to


@up_to(3)
def double_cross_pattern_count(problem, answer) -> bool:
    """Look at the bars of every double cross."""
    cells = np.array([[cell == "1" for cell in row] for row in problem.rows])
    height, width = cells.shape
    count = 0
    for c in range(width):
        pairs = list(combinations(range(1, min(c, width - 1 - c) + 1), 2))
        for top, bottom in combinations(range(height), 2):
            if pairs and cells[top : bottom + 1, c].all():
                rows = [(up, down) for up, down in combinations(range(top + 1, bottom), 2) if down > up + 1]
                count += sum(
                    cells[up, c - a : c + a + 1].all() and cells[down, c - b : c + b + 1].all()
                    for up, down in rows
                    for a, b in pairs
                )
    return answer == count
