"""Independent judge of envs/combinatorics/count_matrices_with_submatrix_maxima.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _matrices(height, width, largest, maxima) -> int:
    """Entry after entry, with the set of maxima that are reached so far."""
    reached = Counter({frozenset(): 1})
    for i in range(height):
        for j in range(width):
            over = [
                (k, value)
                for k, (top, bottom, left, right, value) in enumerate(maxima)
                if top <= i <= bottom and left <= j <= right
            ]
            longer = Counter()
            for entry in range(1, largest + 1):
                if all(entry <= value for _, value in over):
                    new = frozenset(k for k, value in over if entry == value)
                    for so_far, count in reached.items():
                        longer[so_far | new] += count
            reached = longer
    return reached[frozenset(range(len(maxima)))]


@up_to(6)
def count_matrices_with_submatrix_maxima(problem, answer) -> bool:
    return answer == _matrices(problem.height, problem.width, problem.largest, problem.maxima) % 10007
