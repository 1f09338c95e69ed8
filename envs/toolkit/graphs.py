"""Graphs as statements print them, and as solvers walk them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from rlve.envs.toolkit.text import rows


def out_arcs(n: int, arcs: Iterable[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """For each vertex 0..n-1 the (head, weight) of its arcs (tail, head, weight)."""
    table: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for tail, head, weight in arcs:
        table[tail].append((head, weight))
    return table


def undirected(n: int, edges: Iterable[Sequence[int]]) -> str:
    """The sentence that introduces an undirected graph without weights, and its edges."""
    return f"An undirected graph has the vertices 0 to {n - 1} and these edges, one a line:\n{rows(edges)}"


def undirected_weighted(n: int, edges: Iterable[Sequence[int]]) -> str:
    """The sentence that introduces an undirected graph with weights, and its edges."""
    return (
        f"An undirected graph has the vertices 0 to {n - 1} and these edges, one a line as: vertex vertex weight\n{rows(edges)}"
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
