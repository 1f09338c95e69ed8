"""A problem's visible fields as simple rules see them: single numbers, lists, tables, words, and graphs in tables of pairs."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from rlve.environment import Environment

COLUMNS = 4  # of a table whose rows are records; a wider one is a matrix


def visible(problem: Environment) -> list[str]:
    """The names of the fields that are not hidden."""
    return [item.name for item in dataclasses.fields(problem) if not item.metadata.get("hidden")]  # type: ignore[arg-type]


def _integers(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(item) is int for item in value)


class Fields:
    """The fields of one problem, by kind."""

    def __init__(self, problem: Environment) -> None:
        values = {name: getattr(problem, name) for name in visible(problem)}
        self.problem = problem
        self.numbers: dict[str, int] = {name: value for name, value in values.items() if type(value) is int}
        self.texts: dict[str, str] = {name: value for name, value in values.items() if isinstance(value, str)}
        self.rows: dict[str, tuple[Any, ...]] = {}  # sequences of sequences of integers
        self.words: dict[str, tuple[str, ...]] = {}
        self.lists: dict[str, tuple[int, ...]] = {}
        for name, value in values.items():
            if _integers(value):
                self.lists[name] = value
            elif isinstance(value, tuple) and value and all(isinstance(item, str) for item in value):
                self.words[name] = value
            elif isinstance(value, tuple) and value and all(map(_integers, value)):
                self.rows[name] = value
        for name, rows in self.records.items():
            for column, entries in enumerate(zip(*rows, strict=True)):
                self.lists[f"column {column} of {name}"] = entries

    @property
    def records(self) -> dict[str, tuple[Any, ...]]:
        """The tables whose rows are equally long and short."""
        return {name: rows for name, rows in self.rows.items() if len({*map(len, rows)}) == 1 and len(rows[0]) <= COLUMNS}

    @cached_property
    def keys(self) -> dict[str, Sequence[Any]]:
        """What items can be put in order by: lists, combined columns, words and their lengths, degrees, occurrences."""
        found: dict[str, Sequence[Any]] = {**self.lists, **self.words}
        found |= {f"length of {name}": [*map(len, words)] for name, words in self.words.items()}
        for name, rows in self.rows.items():
            found[f"sum of {name}"] = [*map(sum, rows)]
            if name in self.records and len(rows[0]) in (2, 3):
                first, second = ([row[column] for row in rows] for column in (-2, -1))
                found[f"difference in {name}"] = [a - b for a, b in zip(first, second, strict=True)]
                if 0 not in second:
                    found[f"ratio in {name}"] = [Fraction(a, b) for a, b in zip(first, second, strict=True)]
            times = Counter(item for row in rows for item in row)
            if min(times) >= 0 and max(times) < 200:
                found[f"occurrences in {name}"] = [times[item] for item in range(max(times) + 1)]
        for graph in self.graphs:
            found[f"degree in {graph.name}"] = [len(graph.both_ways[vertex]) for vertex in range(graph.n)]
        return found

    @cached_property
    def orders(self) -> dict[str, list[int]]:
        """The indexes of items in ascending and in descending order of each key, equal ones as they stand."""
        found = {}
        for name, values in self.keys.items():
            indexes = range(len(values))
            found[f"smallest {name} first"] = sorted(indexes, key=values.__getitem__)
            found[f"largest {name} first"] = sorted(indexes, key=values.__getitem__, reverse=True)
        return found

    @cached_property
    def graphs(self) -> list["Graph"]:
        """Tables that look like edges or arcs: two different vertices in each row, and perhaps a length."""
        found = []
        for name, rows in self.records.items():
            if len(rows[0]) in (2, 3) and all(row[0] != row[1] and min(row[:2]) >= 0 for row in rows):
                n = max(self.numbers.get("n", 0), 1 + max(max(row[:2]) for row in rows))
                if n <= 200:
                    found.append(Graph(name, n, rows))
        return found


class Graph(NamedTuple):
    """Vertices 0 to n - 1 and rows: vertex, vertex, perhaps a length."""

    name: str
    n: int
    rows: Sequence[Sequence[int]]

    @property
    def onward(self) -> list[list[tuple[int, int]]]:
        """For each vertex (length, vertex) of its arcs in ascending order."""
        return self._neighbours(self.rows)

    @property
    def both_ways(self) -> list[list[tuple[int, int]]]:
        """The same, with every row read as an edge."""
        return self._neighbours([*self.rows, *((row[1], row[0], *row[2:]) for row in self.rows)])

    def _neighbours(self, rows: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        for row in rows:
            found[row[0]].append((row[2] if len(row) > 2 else 1, row[1]))
        return [sorted(some) for some in found]

    def fewest_arcs(self, neighbours: list[list[tuple[int, int]]]) -> Iterator[list[int]]:
        """The route with the fewest arcs from the first vertex to the last, where there is one."""
        before: dict[int, int] = {0: 0}
        reached = [0]
        for vertex in reached:
            for _, other in neighbours[vertex]:
                if other not in before:
                    before[other] = vertex
                    reached.append(other)
        if self.n - 1 in before:
            route = [self.n - 1]
            while route[-1]:
                route.append(before[route[-1]])
            yield route[::-1]

    def nearest_first(self, neighbours: list[list[tuple[int, int]]], start: int = 0) -> list[int]:
        """The walk that always goes to the nearest new vertex, as far as it comes."""
        walk, seen = [start], {start}
        while nearest := [vertex for _, vertex in neighbours[walk[-1]] if vertex not in seen]:
            walk.append(nearest[0])
            seen.add(nearest[0])
        return walk

    def sources_first(self, *, largest: bool) -> list[int]:
        """An order in which no arc leads backwards, the smallest (or largest) free vertex first."""
        waiting = Counter(row[1] for row in self.rows)
        left, order = set(range(self.n)), []
        while free := [vertex for vertex in left if not waiting[vertex]]:
            vertex = max(free) if largest else min(free)
            left.remove(vertex)
            order.append(vertex)
            waiting.subtract(row[1] for row in self.rows if row[0] == vertex)
        return order
