"""Independent judge of envs/combinatorics/nonisomorphic_edge_colorings_count.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _colourings(edges, amounts):
    """All of them: each colour as the set of its edges."""
    if not amounts:
        return [()]
    some = combinations(edges, amounts[0])
    return [
        (frozenset(first), *rest) for first in some for rest in _colourings([e for e in edges if e not in first], amounts[1:])
    ]


@lru_cache(maxsize=1000)
def _classes(kinds, amounts) -> int:
    """Exchange two vertices of a kind, over and over, until nothing new comes up."""
    vertices = range(len(kinds))
    swaps = []
    for u, v in combinations(vertices, 2):
        if kinds[u] == kinds[v]:
            image = {**dict(enumerate(vertices)), u: v, v: u}
            swaps.append({pair: tuple(sorted((image[pair[0]], image[pair[1]]))) for pair in combinations(vertices, 2)})
    unseen = set(_colourings(list(combinations(vertices, 2)), amounts[:-1]))  # the last colour has the other edges
    classes = 0
    while unseen:
        classes += 1
        stack = [unseen.pop()]
        while stack:
            colouring = stack.pop()
            for swap in swaps:
                other = tuple(frozenset(swap[edge] for edge in edges) for edges in colouring)
                if other in unseen:
                    unseen.remove(other)
                    stack.append(other)
    return classes


@up_to(1)
def nonisomorphic_edge_colorings_count(problem, answer) -> bool:
    return answer == _classes(problem.kinds, problem.amounts) % 10007
