"""Independent judge of envs/trees/equal_size_connected_tree_partition.py."""

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@up_to(10)
def equal_size_connected_tree_partition(problem, answer) -> bool:
    tree = as_graph(problem.edges)
    tree.remove_edges_from([problem.edges[number] for number in answer])
    sizes = [*map(len, nx.connected_components(tree))]
    return len(sizes) == problem.groups and len({*sizes}) == 1
