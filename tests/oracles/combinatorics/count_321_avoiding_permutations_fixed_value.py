"""Independent judge of envs/combinatorics/count_321_avoiding_permutations_fixed_value.py."""

from collections import Counter
from functools import cache

from rlve.authoring.gate import up_to


@cache
def _by_entry(n) -> Counter:
    """All permutations without three descending integers, entry by entry; counted by position and value."""
    found = Counter()
    stack = [()]
    while stack:
        begun = stack.pop()
        if len(begun) == n:
            found.update(enumerate(begun))
        for value in set(range(n)) - set(begun):
            middles = [b for j, b in enumerate(begun) if b > value and any(a > b for a in begun[:j])]
            if not middles:
                stack.append((*begun, value))
    return found


@up_to(3)
def count_321_avoiding_permutations_fixed_value(problem, answer) -> bool:
    return answer == sum(_by_entry(problem.n)[problem.position, value] for value in problem.values)
