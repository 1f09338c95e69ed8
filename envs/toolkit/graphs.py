"""Graphs as statements print them, and as solvers walk them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from rlve.envs.toolkit.text import numbered_rows, rows


def out_arcs(n: int, arcs: Iterable[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """For each vertex 0..n-1 the (head, weight) of its arcs (tail, head, weight)."""
    table: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for tail, head, weight in arcs:
        table[tail].append((head, weight))
    return table


def undirected(n: int, edges: Iterable[Sequence[int]]) -> str:
    """The sentence that introduces an undirected graph without weights, and its edges."""
    return f"An undirected graph has the vertices 0 to {n - 1} and these edges, one a line:\n{rows(edges)}"


def undirected_weighted(n: int, edges: Iterable[Sequence[int]], number: str = "weight") -> str:
    """The sentence that introduces an undirected graph each of whose edges has a number, and its edges."""
    return (
        f"An undirected graph has the vertices 0 to {n - 1} and these edges, one a line as: vertex vertex {number}\n{rows(edges)}"
    )


def neighbour_sets(n: int, edges: Iterable[Sequence[int]]) -> list[set[int]]:
    """For each vertex 0..n-1 the set of its neighbours (not to be iterated where order matters)."""
    table: list[set[int]] = [set() for _ in range(n)]
    for u, v in edges:
        table[u].add(v)
        table[v].add(u)
    return table


def by_degree(n: int, edges: Iterable[Sequence[int]]) -> list[int]:
    """The vertices 0..n-1, those in most of the edges (or of subsets of any size) first, equal ones in ascending order."""
    degree = Counter([v for edge in edges for v in edge])
    return sorted(range(n), key=lambda v: -degree[v])


def random_edges(rng: Random, n: int, count: int) -> list[tuple[int, int]]:
    """That many different pairs u < v of 0..n-1, in random order."""
    return rng.sample(list(combinations(range(n), 2)), count)


def directed(n: int, arcs: Iterable[Sequence[int]], *numbers: str) -> str:
    """The sentence that introduces a directed graph, and its arcs; `numbers` says what stands after the two vertices of each."""
    return (
        f"A directed graph has the vertices 0 to {n - 1} and these arcs, one a line as: {' '.join(['from to', *numbers])}\n"
        f"{rows(arcs)}"
    )


def first_fit_colouring(beside: Sequence[Iterable[int]], order: Iterable[int]) -> list[int]:
    """The colours when each vertex, in some order, takes the first that none of those beside it has yet."""
    colours = [-1] * len(beside)
    for v in order:
        taken = {colours[u] for u in beside[v]}
        colours[v] = next(colour for colour in range(len(beside)) if colour not in taken)
    return colours


def laplacian_minor(links: Iterable[Sequence[int]], kept: Sequence[int]) -> int:
    """The determinant of a graph's Laplacian with the rows and columns of some vertices alone, by Bareiss' elimination.

    Of all vertices of a graph but one, it is the number of spanning trees (Kirchhoff). Only the first two numbers of a link are
    read.
    """
    place = {v: i for i, v in enumerate(kept)}
    matrix = [[0] * len(kept) for _ in kept]
    for u, v, *_ in links:
        inside = [place[end] for end in (u, v) if end in place]
        for i in inside:
            matrix[i][i] += 1
        if len(inside) == 2:
            i, j = inside
            matrix[i][j] -= 1
            matrix[j][i] -= 1
    before = 1
    while matrix:
        top = matrix.pop()
        pivot = top.pop()
        if not pivot:  # a part that is connected to nothing left out, since the matrix has no negative eigenvalue
            return 0
        for row in matrix:
            factor = row.pop()
            for j, above in enumerate(top):
                row[j] = (row[j] * pivot - factor * above) // before
        before = pivot
    return before


def numbered_edges(n: int, edges: Iterable[Sequence[int]], *numbers: str) -> str:
    """The sentence that introduces an undirected graph, and its edges with their numbers, by which an answer names them."""
    return (
        f"An undirected graph has the vertices 0 to {n - 1} and these edges, one a line as: "
        f"{' '.join(['number: vertex vertex', *numbers])}\n{numbered_rows(edges)}"
    )


def numbered_arcs(n: int, arcs: Iterable[Sequence[int]], *numbers: str) -> str:
    """The sentence that introduces a directed graph, and its arcs with their numbers, by which an answer names them."""
    return (
        f"A directed graph has the vertices 0 to {n - 1} and these arcs, one a line as: "
        f"{' '.join(['number: from to', *numbers])}\n{numbered_rows(arcs)}"
    )
