"""Independent judge of envs/trees/equal_size_connected_tree_partition.py."""

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@up_to(10)
def equal_size_connected_tree_partition(problem, answer) -> bool:
    tree = as_graph(problem.edges)
    if nx.community.is_partition(tree, map(set, answer)) is False:
        return False
    return len({*map(len, answer)}) == 1 and all(nx.is_connected(tree.subgraph(group)) for group in answer)
