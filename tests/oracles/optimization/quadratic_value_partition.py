"""Independent judge of envs/optimization/quadratic_value_partition.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _worth(numbers, coefficients, firsts) -> int:
    """Integer by integer: the sum of a batch is added up, and its worth taken, where the next one begins."""
    c, b, a = coefficients
    total = x = 0
    for position, number in enumerate(numbers):
        if position in firsts:
            total, x = total + a * x**2 + b * x + c, 0
        x += number
    return total + a * x**2 + b * x + c


@lru_cache(maxsize=1000)
def _largest(numbers, coefficients) -> int:
    """Over all sets of cuts."""
    places = range(1, len(numbers))
    sets = (firsts for count in places for firsts in combinations(places, count))
    return max(_worth(numbers, coefficients, set(firsts)) for firsts in sets)


@up_to(4)
def quadratic_value_partition(problem, answer) -> bool:
    firsts = set(answer)
    if not answer or len(firsts) < len(answer) or not firsts <= set(range(1, len(problem.numbers))):
        return False
    return _worth(problem.numbers, problem.coefficients, firsts) == _largest(problem.numbers, problem.coefficients)
