"""Independent judge of envs/grids/largest_grid_component.py."""

from functools import lru_cache

import numpy as np
from scipy.ndimage import label

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest(problem) -> int:
    """By the labels that scipy gives to connected cells."""
    labels, count = label(np.array([[int(cell) for cell in row] for row in problem.rows]))
    return int(np.bincount(labels.ravel(), minlength=2)[1:].max()) if count else 0


@up_to(10)
def largest_grid_component(problem, answer) -> bool:
    return answer == _largest(problem)
