"""Independent judge of envs/optimization/max_sum_k_nonadjacent.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_sum(numbers, k) -> int:
    """k positions without neighbours are k of n - k + 1 others, each moved one more to the right than the one before."""
    choices = combinations(range(len(numbers) - k + 1), k)
    return max(sum(numbers[place + shift] for shift, place in enumerate(chosen)) for chosen in choices)


@up_to(8)
def max_sum_k_nonadjacent(problem, answer) -> bool:
    if len(answer) != problem.k or not all(0 <= position < len(problem.numbers) for position in answer):
        return False
    if any(abs(a - b) < 2 for a, b in combinations(answer, 2)):
        return False
    return sum(problem.numbers[position] for position in answer) == _largest_sum(problem.numbers, problem.k)
