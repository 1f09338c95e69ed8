"""Independent judge of envs/trees/tree_square_hamiltonian_path.py."""

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@up_to(10)
def tree_square_hamiltonian_path(problem, answer) -> bool:
    """A path in the square of the tree."""
    square = nx.power(as_graph(problem.edges), 2)
    return {*answer} == {*square} and len(answer) == len(square) and nx.is_simple_path(square, answer)
