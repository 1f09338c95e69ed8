"""Independent judge of envs/combinatorics/interleaved_increasing_permutation_counting.py."""

from functools import cache
from itertools import combinations

from rlve.authoring.gate import up_to


@cache
def _permutations(n) -> list[tuple[int, ...]]:
    """All that keep the rules, by the integers that stand at even positions."""
    found = []
    for even in combinations(range(2 * n), n):
        odd = sorted({*range(2 * n)} - {*even})
        if all(a < b for a, b in zip(even, odd, strict=True)):
            found.append(tuple(value for pair in zip(even, odd, strict=True) for value in pair))
    return found


@up_to(3)
def interleaved_increasing_permutation_counting(problem, answer) -> bool:
    return answer == sum(all(p[i] == value for i, value in problem.given) for p in _permutations(problem.n))
