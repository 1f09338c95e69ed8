"""Independent judge of envs/sequences/max_weight_nondecreasing_subsequence.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _weight(problem, positions) -> int:
    values = [problem.values[i] for i in positions]
    return sum(problem.weights[i] for i in positions) if values == sorted(values) else 0


@lru_cache(maxsize=1000)
def _largest(problem) -> int:
    """Over all sets of positions."""
    n = len(problem.values)
    return max(_weight(problem, chosen) for k in range(1, n + 1) for chosen in combinations(range(n), k))


@up_to(6)
def max_weight_nondecreasing_subsequence(problem, answer) -> bool:
    return _weight(problem, sorted(answer)) == _largest(problem)
