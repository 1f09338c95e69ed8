"""Independent judge of envs/graphs/spanning_tree_embedding_count.py."""

from functools import lru_cache

import networkx as nx
from networkx.algorithms.isomorphism import GraphMatcher

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _monomorphisms(edges, tree) -> int:
    return sum(1 for _ in GraphMatcher(nx.Graph(list(edges)), nx.Graph(list(tree))).subgraph_monomorphisms_iter())


@up_to(2)
def spanning_tree_embedding_count(problem, answer) -> bool:
    return answer == _monomorphisms(problem.edges, problem.tree)
