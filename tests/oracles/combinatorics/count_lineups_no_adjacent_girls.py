"""Independent judge of envs/combinatorics/count_lineups_no_adjacent_girls.py."""

from functools import lru_cache
from itertools import pairwise, permutations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _lines(line, coming) -> int:
    """Try every order of the people who come, each with a number of their own."""
    people = [(kind, k) for kind, count in zip("BGT", coming, strict=True) for k in range(count)]
    total = 0
    for order in permutations(people):
        left = iter(order)
        full = [kind if kind != "." else next(left)[0] for kind in line]
        total += not any(a == b and a in "GT" for a, b in pairwise(full))
    return total


@up_to(4)
def count_lineups_no_adjacent_girls(problem, answer) -> bool:
    return answer == _lines(problem.line, problem.coming)
