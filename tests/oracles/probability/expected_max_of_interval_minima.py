"""Independent judge of envs/probability/expected_max_of_interval_minima.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _total(largest, intervals) -> int:
    """Over all arrays."""
    arrays = product(*(range(1, x + 1) for x in largest))
    return sum(max(min(array[a : b + 1]) for a, b in intervals) for array in arrays)


@up_to(4)
def expected_max_of_interval_minima(problem, answer) -> bool:
    return answer == _total(problem.largest, problem.intervals)
