"""Trees as draws make them, as statements print them, and as solvers walk them."""

from collections.abc import Sequence
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
