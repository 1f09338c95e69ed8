"""Independent judge of envs/graphs/prime_distance_graph_coloring.py."""

from functools import lru_cache
from itertools import combinations, product

from sympy import isprime

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _pairs(numbers) -> list[tuple[int, int]]:
    return [(i, j) for i, j in combinations(range(len(numbers)), 2) if isprime(abs(numbers[i] - numbers[j]))]


@lru_cache(maxsize=1000)
def _fewest(numbers) -> int:
    """All colourings with one colour, two, ..., the first of colour 0."""
    count = 1
    while True:
        for rest in product(range(count), repeat=len(numbers) - 1):
            colours = (0, *rest)
            if all(colours[i] != colours[j] for i, j in _pairs(numbers)):
                return count
        count += 1


@up_to(3)
def prime_distance_graph_coloring(problem, answer) -> bool:
    if any(answer[i] == answer[j] for i, j in _pairs(problem.numbers)):
        return False
    return len(set(answer)) == _fewest(problem.numbers)
