"""Independent judge of envs/sequences/quadruple_role_counts.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _roles(numbers, place) -> list[int]:
    """All choices of four positions, in ascending order of their integers."""
    roles = [0] * 4
    for positions in itertools.combinations(sorted(range(len(numbers)), key=numbers.__getitem__), 4):
        a, b, c, d = (numbers[position] for position in positions)
        if place in positions and a < b < c < d and b - a == 2 * (d - c) and 3 * (b - a) < c - b:
            roles[positions.index(place)] += 1
    return roles


@up_to(5)
def quadruple_role_counts(problem, answer) -> bool:
    return list(answer) == _roles(problem.numbers, problem.place)
