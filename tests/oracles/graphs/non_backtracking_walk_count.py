"""Independent judge of envs/graphs/non_backtracking_walk_count.py."""

from collections import Counter
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _walks_without_turn(problem) -> int:
    """All walks by their last two vertices, one step after the other, in exact integers."""
    graph = nx.Graph(list(problem.edges))
    walks = Counter({(None, 0): 1})
    for _ in range(problem.steps):
        longer = Counter()
        for (before, here), count in walks.items():
            for onward in graph[here]:
                if onward != before:
                    longer[here, onward] += count
        walks = longer
    return sum(count for (_, end), count in walks.items() if end == problem.n - 1)


@up_to(6)
def non_backtracking_walk_count(problem, answer) -> bool:
    return _walks_without_turn(problem) % 10007 == answer
