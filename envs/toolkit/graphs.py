"""Graphs as statements print them, and as solvers walk them."""

from collections.abc import Iterable, Sequence


def rows(items: Iterable[Sequence[int]]) -> str:
    """One edge (or other tuple) a line, its numbers separated by spaces."""
    return "\n".join([" ".join(map(str, item)) for item in items])


def out_arcs(n: int, arcs: Iterable[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """For each vertex 0..n-1 the (head, weight) of its arcs (tail, head, weight)."""
    table: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for tail, head, weight in arcs:
        table[tail].append((head, weight))
    return table
