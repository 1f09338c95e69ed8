"""Independent judge of envs/graphs/mixed_graph_eulerian_circuit.py."""

from rlve.authoring.gate import up_to


@up_to(40)
def mixed_graph_eulerian_circuit(problem, answer) -> bool:
    """Strike out one edge for each step."""
    edges, arcs = [sorted(edge) for edge in problem.edges], list(problem.arcs)
    for i, vertex in enumerate(answer):
        step = answer[i - 1], vertex
        if step in arcs:
            arcs.remove(step)
        elif sorted(step) in edges:
            edges.remove(sorted(step))
        else:
            return False
    return not edges and not arcs
