"""Independent judge of envs/optimization/interval_increments_longest_nondecreasing_subsequence.py."""

from functools import lru_cache
from itertools import combinations_with_replacement

from rlve.authoring.gate import up_to


def _length(numbers, ranges) -> int:
    """By the longest non-decreasing subsequence that ends at each entry."""
    raised = [number + sum(left <= i <= right for left, right in ranges) for i, number in enumerate(numbers)]
    longest = []
    for i, number in enumerate(raised):
        longest.append(1 + max((longest[j] for j in range(i) if raised[j] <= number), default=0))
    return max(longest)


@lru_cache(maxsize=1000)
def _most(numbers, k) -> int:
    """Over all choices of ranges; of two or more only those that reach to the end, since later entries only gain by it."""
    places = range(len(numbers))
    ranges = [(left, right) for left in places for right in (places[left:] if k < 2 else places[-1:])]
    return max(_length(numbers, some) for some in combinations_with_replacement(ranges, k))


@up_to(3)
def interval_increments_longest_nondecreasing_subsequence(problem, answer) -> bool:
    ranges = list(zip(answer[::2], answer[1::2], strict=False))
    if len(answer) != 2 * problem.k or not all(0 <= a <= b < len(problem.numbers) for a, b in ranges):
        return False
    return _length(problem.numbers, ranges) == _most(problem.numbers, problem.k)
