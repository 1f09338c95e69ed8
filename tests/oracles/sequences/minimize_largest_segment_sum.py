"""Independent judge of envs/sequences/minimize_largest_segment_sum.py."""

from functools import lru_cache
from itertools import combinations, pairwise

from rlve.authoring.gate import up_to


def _largest_sum(numbers, cuts) -> int:
    edges = [0, *(cut + 1 for cut in sorted(cuts)), len(numbers)]
    return max(sum(numbers[start:end]) for start, end in pairwise(edges))


@lru_cache(maxsize=1000)
def _least(numbers, segments) -> int:
    """Over all ways to cut."""
    return min(_largest_sum(numbers, cuts) for cuts in combinations(range(len(numbers) - 1), segments - 1))


@up_to(4)
def minimize_largest_segment_sum(problem, answer) -> bool:
    if len(set(answer)) != problem.segments - 1 or not set(answer) <= set(range(len(problem.numbers) - 1)):
        return False
    return _largest_sum(problem.numbers, answer) == _least(problem.numbers, problem.segments)
