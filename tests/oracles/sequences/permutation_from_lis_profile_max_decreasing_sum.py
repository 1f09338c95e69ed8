"""Independent judge of envs/sequences/permutation_from_lis_profile_max_decreasing_sum.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _ending(numbers, before) -> tuple[int, ...]:
    """At each position the longest subsequence of which each number and the next are `before`, by the quadratic recurrence."""
    lengths = []
    for i, number in enumerate(numbers):
        lengths.append(1 + max((lengths[j] for j in range(i) if before(numbers[j], number)), default=0))
    return tuple(lengths)


def _worth(permutation) -> int:
    return sum(_ending(permutation[::-1], int.__lt__))


@lru_cache(maxsize=1000)
def _largest(n) -> dict[tuple[int, ...], int]:
    """Over all permutations, by their lengths of increasing subsequences."""
    found = {}
    for permutation in itertools.permutations(range(1, n + 1)):
        lengths = _ending(permutation, int.__lt__)
        found[lengths] = max(found.get(lengths, 0), _worth(permutation))
    return found


@up_to(3)
def permutation_from_lis_profile_max_decreasing_sum(problem, answer) -> bool:
    n, left = len(problem.entries), list(answer)
    permutation = [entry or left.pop(0) for entry in problem.entries]
    if sorted(permutation) != list(range(1, n + 1)) or _ending(permutation, int.__lt__) != problem.profile:
        return False
    return _worth(permutation) == _largest(n)[problem.profile]
