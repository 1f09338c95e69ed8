"""Independent judge of envs/optimization/maximin_interval_additions.py."""

from functools import lru_cache
from itertools import combinations

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_minimum(numbers, intervals, k, step) -> int:
    """Over all choices."""
    choices = np.array(list(combinations(range(len(intervals)), k)))
    covers = np.array([[left <= place <= right for place in range(len(numbers))] for left, right in intervals])
    return int((np.array(numbers) + step * covers[choices].sum(axis=1)).min(axis=1).max())


@up_to(4)
def maximin_interval_additions(problem, answer) -> bool:
    if not len(answer) == len(set(answer)) == problem.k or not set(answer) <= set(range(len(problem.intervals))):
        return False
    chosen = [problem.intervals[number] for number in answer]
    smallest = min(
        value + problem.step * sum(place in range(left, right + 1) for left, right in chosen)
        for place, value in enumerate(problem.numbers)
    )
    return smallest == _largest_minimum(problem.numbers, problem.intervals, problem.k, problem.step)
