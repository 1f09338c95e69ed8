"""Independent judge of envs/sequences/interval_graph_coloring.py."""

from itertools import combinations

from rlve.authoring.gate import up_to


@up_to(10)
def interval_graph_coloring(problem, answer) -> bool:
    """Interval graphs are perfect: as many colours are needed as intervals hold one point."""
    points = [set(range(left, right + 1)) for left, right in problem.intervals]
    for (a, colour), (b, other) in combinations(zip(points, answer, strict=True), 2):
        if colour == other and a & b:
            return False
    everywhere = set().union(*points)
    return len(set(answer)) == max(sum(point in held for held in points) for point in everywhere)
