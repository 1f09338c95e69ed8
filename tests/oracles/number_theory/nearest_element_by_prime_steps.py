"""Independent judge of envs/number_theory/nearest_element_by_prime_steps.py."""

from functools import cache, lru_cache

from sympy import factorint

from rlve.authoring.gate import up_to


@cache
def _exponents(n) -> dict[int, int]:
    return factorint(n)


@lru_cache(maxsize=1000)
def _distances(numbers) -> list[list[int]]:
    """The differences of the exponents, prime by prime."""
    exponents = [_exponents(n) for n in numbers]
    return [[sum(abs(a.get(p, 0) - b.get(p, 0)) for p in {*a, *b}) for b in exponents] for a in exponents]


@up_to(8)
def nearest_element_by_prime_steps(problem, answer) -> bool:
    for i, (row, j) in enumerate(zip(_distances(problem.numbers), answer, strict=True)):
        others = [(distance, k) for k, distance in enumerate(row) if k != i]
        if i == j or min(others)[1] != j:
            return False
    return True
