"""Independent judge of envs/games/tree_marking_pursuit_game.py."""

from functools import cache, lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(edges, start) -> int:
    """The first K with which Alice wins, over every set that she can make black and every move of Bob."""
    tree = nx.Graph(edges)

    @cache
    def alice_wins(bob, white, k) -> bool:
        if len(white) <= k:
            return True
        must = white & {*tree[bob]}
        for more in combinations(sorted(white - must), k - len(must)) if len(must) <= k else ():
            left = white - must - {*more}
            if all(alice_wins(vertex, left, k) for vertex in [*tree[bob], bob]):
                return True
        return False

    return next(k for k in range(1, len(tree)) if alice_wins(start, frozenset(tree) - {start}, k))


@up_to(1)
def tree_marking_pursuit_game(problem, answer) -> bool:
    return [_least(problem.edges, start) for start in problem.starts] == list(answer)
