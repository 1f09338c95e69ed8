"""What several judges of envs/trees use."""

import networkx as nx


def as_graph(edges) -> nx.Graph:
    """As networkx sees it; an edge list without edges is the tree of the single vertex 0."""
    return nx.Graph([tuple(edge) for edge in edges])
