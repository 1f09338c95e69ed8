"""Independent judge of envs/number_theory/frobenius_number_two_coins.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _unreachable(a, b) -> tuple[int, ...]:
    """In descending order. The last `a` integers up to a * b are reachable, and with them all later ones."""
    reachable = [True]
    for z in range(1, a * b + 1):
        reachable.append((z >= a and reachable[z - a]) or (z >= b and reachable[z - b]))
    assert all(reachable[-a:])
    return tuple(z for z in range(a * b, 0, -1) if not reachable[z])


@up_to(6)
def frobenius_number_two_coins(problem, answer) -> bool:
    return answer == _unreachable(problem.a, problem.b)[problem.rank - 1]
