"""Independent judge of envs/graphs/coprime_leg_graph_independent_set_count.py."""

import itertools
from functools import lru_cache
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sets_without_primitive_legs(numbers) -> int:
    """All subsets of positions one by one, as bit sets; the triangles by Euclid's formula."""
    legs = set()
    for m, n in itertools.combinations(range(1, max(numbers)), 2):
        if gcd(m, n) == 1 and (n - m) % 2:
            legs |= {(2 * m * n, n * n - m * m), (n * n - m * m, 2 * m * n)}
    joined = [sum(1 << j for j, b in enumerate(numbers) if (a, b) in legs) for a in numbers]
    free = [True]  # by set: whether no two are joined
    for chosen in range(1, 1 << len(numbers)):
        top = chosen.bit_length() - 1
        rest = chosen ^ 1 << top
        free.append(free[rest] and not joined[top] & rest)
    return sum(free) - 1


@up_to(3)
def coprime_leg_graph_independent_set_count(problem, answer) -> bool:
    return _sets_without_primitive_legs(problem.numbers) % 10007 == answer
