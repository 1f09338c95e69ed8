"""Trees as draws make them, as statements print them, and as solvers walk them."""

from collections.abc import Callable, Sequence
from random import Random

from rlve.envs.toolkit.text import rows


def shuffled(rng: Random, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same tree with new labels, its edges in a new order, the smaller vertex of each edge first."""
    label = rng.sample(range(len(edges) + 1), len(edges) + 1)
    renamed = [(label[u], label[v]) for u, v in rng.sample(edges, len(edges))]
    return [(min(edge), max(edge)) for edge in renamed]


def random_tree(rng: Random, n: int, reach: int | None = None) -> list[tuple[int, int]]:
    """The shuffled edges of a tree on the vertices 0 to n-1 that grew one vertex after the other.

    Each new vertex hangs on one of the `reach` vertices before it (on any, without `reach`): a small reach makes long trees.
    """
    return shuffled(rng, [(rng.randrange(max(0, new - (reach or new)), new), new) for new in range(1, n)])


def tree_text(n: int, edges: Sequence[Sequence[int]]) -> str:
    """The sentence that shows a tree, one edge a line."""
    return f"A tree has the vertices 0 to {n - 1} and these edges, one a line:\n{rows(edges)}"


def neighbours(n: int, edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each vertex 0 to n-1 those that it has an edge to; only the first two numbers of an edge are read."""
    table: list[list[int]] = [[] for _ in range(n)]
    for u, v, *_ in edges:
        table[u].append(v)
        table[v].append(u)
    return table


def lengths(edges: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    """The number of each edge u v number, by (u, v) and by (v, u)."""
    return {ends: number for u, v, number in edges for ends in ((u, v), (v, u))}


def from_root(table: Sequence[Sequence[int]], root: int) -> tuple[list[int], list[int]]:
    """All vertices in an order that has parents before children, and the parent of each (-1 for the root's)."""
    parent = [-1] * len(table)
    order, stack = [], [root]
    while stack:
        vertex = stack.pop()
        order.append(vertex)
        for child in table[vertex]:
            if child != parent[vertex]:
                parent[child] = vertex
                stack.append(child)
    return order, parent


def depths(table: Sequence[Sequence[int]], root: int) -> list[int]:
    """For each vertex the number of edges between it and the root."""
    order, parent = from_root(table, root)
    depth = [0] * len(table)
    for vertex in order[1:]:
        depth[vertex] = depth[parent[vertex]] + 1
    return depth


def tree_path(table: Sequence[Sequence[int]], start: int, end: int) -> list[int]:
    """The vertices of the path from start to end, both included."""
    _, parent = from_root(table, end)
    path = [start]
    while path[-1] != end:
        path.append(parent[path[-1]])
    return path


def weighted_tree_text(n: int, edges: Sequence[Sequence[int]], number: str = "weight") -> str:
    """The sentence that shows a tree each of whose edges has a number, one edge a line."""
    return f"A tree has the vertices 0 to {n - 1} and these edges, one a line as: vertex vertex {number}\n{rows(edges)}"


def longest_path(table: Sequence[Sequence[int]], start: int) -> list[int]:
    """The vertices of a longest path in the component of start: farthest from start, then farthest from there."""
    for _ in range(2):
        order, parent = from_root(table, start)
        depth = {start: 0}
        for vertex in order[1:]:
            depth[vertex] = depth[parent[vertex]] + 1
        start = max(order, key=depth.__getitem__)
    path = [start]
    while parent[path[-1]] >= 0:
        path.append(parent[path[-1]])
    return path


def best_choice(table: Sequence[Sequence[int]], counts: Sequence[int], gain: Callable[[int, int], int]) -> list[int]:
    """Vertices, as many as one of `counts` says, that make a sum as large as possible: that of gain(v, number of chosen ones
    below v, v included) over all vertices v but the root 0. The tree knapsack: for each subtree the best sum by that number.
    """
    order, parent = from_root(table, 0)
    best = [[0, 0] for _ in order]
    taken: list[list[int]] = [[] for _ in order]  # in the subtree of v, by the number in its parent's and those merged before
    for v in order[:0:-1]:
        mine = [value + gain(v, chosen) for chosen, value in enumerate(best[v])]
        above = best[parent[v]]
        merged = []
        for total in range(min(max(counts), len(above) + len(mine) - 2) + 1):
            ways = range(max(0, total - len(above) + 1), min(total, len(mine) - 1) + 1)
            value, chosen = max([(above[total - chosen] + mine[chosen], chosen) for chosen in ways])
            merged.append(value)
            taken[v].append(chosen)
        best[parent[v]] = merged
    left = [0] * len(order)
    left[0] = max(counts, key=best[0].__getitem__)
    for v in order[1:]:
        left[v] = taken[v][left[parent[v]]]
        left[parent[v]] -= left[v]
    return [v for v in order if left[v]]
