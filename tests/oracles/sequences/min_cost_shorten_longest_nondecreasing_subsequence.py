"""Independent judge of envs/sequences/min_cost_shorten_longest_nondecreasing_subsequence.py."""

from functools import lru_cache
from itertools import combinations, pairwise

from rlve.authoring.gate import up_to


def _length(numbers) -> int:
    """Of the longest non-decreasing subsequence, by the quadratic recurrence."""
    lengths: list[int] = []
    for i, number in enumerate(numbers):
        lengths.append(1 + max((lengths[j] for j in range(i) if numbers[j] <= number), default=0))
    return max(lengths, default=0)


@lru_cache(maxsize=1000)
def _least_cost(problem) -> int:
    """Each longest subsequence, listed one by one, loses an entry: of the first that lost none yet, each is tried."""
    numbers, costs = problem.numbers, problem.costs
    n, length = len(numbers), _length(numbers)
    chains = [chain for chain in combinations(range(n), length) if all(numbers[i] <= numbers[j] for i, j in pairwise(chain))]
    best, stack = sum(costs), [((), 0)]
    while stack:
        gone, cost = stack.pop()
        left = next((chain for chain in chains if not set(chain) & set(gone)), None)
        if left is None:
            best = min(best, cost)
        elif cost < best:
            stack += [((*gone, i), cost + costs[i]) for i in left]
    return best


@up_to(5)
def min_cost_shorten_longest_nondecreasing_subsequence(problem, answer) -> bool:
    rest = [number for i, number in enumerate(problem.numbers) if i not in answer]
    if len(set(answer)) != len(answer) or _length(rest) >= _length(problem.numbers):
        return False
    return sum(problem.costs[i] for i in answer) == _least_cost(problem)
