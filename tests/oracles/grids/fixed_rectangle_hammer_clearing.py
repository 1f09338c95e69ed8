"""Independent judge of envs/grids/fixed_rectangle_hammer_clearing.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


def _swings(moles, height, width):
    """The swings of a hammer, from the bottom right corner on, or None where it cannot clear the grid."""
    left, total = moles.copy(), 0
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(left[0]) - 1, -1, -1):
            hits = left[i, j]
            if hits:
                block = left[max(0, i - height + 1) : i + 1, max(0, j - width + 1) : j + 1]
                if block.shape != (height, width) or block.min() < hits:
                    return None
                block -= hits
                total += int(hits)
    return total


@lru_cache(maxsize=1000)
def _fewest(matrix) -> int:
    moles = np.array(matrix)
    sizes = [(r, c) for r in range(1, len(moles) + 1) for c in range(1, len(moles[0]) + 1)]
    return min(total for size in sizes if (total := _swings(moles, *size)) is not None)


@up_to(6)
def fixed_rectangle_hammer_clearing(problem, answer) -> bool:
    """Swing every hammer."""
    return answer == _fewest(problem.matrix)
