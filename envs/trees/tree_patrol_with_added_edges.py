"""Add edges to a tree so that a patrol that uses every edge gets short."""

import itertools
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import best_choice, depths, from_root, longest_path, neighbours, random_tree, shuffled, tree_text


class TreePatrolWithAddedEdges(OptimizationEnvironment):
    """K edges that make the shortest patrol as short as possible; two or three more vertices with each level, from level 4
    on a tenth more, and one.

    K is 1 or 2, from level 3 on 2, from level 7 on 2 or 3. A small tree is any; a larger one has 2K arms that hang on a few
    vertices close together, forks and short paths beside them, and longest paths, one after the other, are not best.
    Reward: (least moves / moves)^15.
    """

    edges: Sequence[Sequence[int]]
    added: int

    paper_name = "Patrol"
    max_level = 22
    goal = "minimum"
    exponent = 15

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 9, 12, 15), level, percent=10, plus=1), "most": 2 if level < 7 else 3}

    @classmethod
    def draw(cls, rng: Random, n: int, most: int) -> Self:
        large = n > 14
        added = rng.randint(2 if large else 1, most)
        if not large:
            return cls(edges=random_tree(rng, n), added=added)
        edges = [(0, 1)]
        ends = [0, 1] * 2  # of the arms; in place of one of three come two, on a vertex of its own
        if added == 3:
            edges += [(0, 2), (1, 3)]
            ends = [0, 1, 2, 3, 2, 3]

        def hang(above: int) -> int:
            edges.append((above, len(edges) + 1))
            return len(edges)

        for arm in [*range(len(ends))] * 2:
            ends[arm] = hang(ends[arm])
        kinds = itertools.cycle(["fork", "path", "fork", "leaf", "longer", "fork", "leaf", "fork", "longer", "longer"])
        while len(edges) < n - 1:
            kind = next(kinds)
            arm = rng.randrange(len(ends))
            if kind == "fork":
                hang(edges[ends[arm] - 1][0])
            elif kind == "longer":
                ends[arm] = hang(ends[arm])
            else:
                beside = hang(rng.choice([vertex for vertex in range(len(edges) + 1) if vertex not in ends]))
                if kind == "path" and len(edges) < n - 1:
                    hang(beside)
        return cls(edges=shuffled(rng, edges), added=added)

    def statement(self) -> str:
        one = self.added == 1
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            f"Add {'one edge' if one else f'{self.added} edges'}. An added edge joins any two vertices, even two that have an "
            "edge already, or a vertex with itself. A patrol then starts at vertex 0, makes moves along edges, and ends at "
            f"vertex 0. It uses each edge of the tree at least once, and {'the' if one else 'each'} added edge exactly once. The "
            "shortest patrol should have as few moves as possible. Give the two vertices of "
            f"{'the added edge' if one else 'each added edge, one edge after the other'}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2 * self.added, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """Choose the ends of the added edges: an edge of the tree with an odd number of them below it needs no second use."""
        counts = range(0, min(2 * self.added, len(self._table)) + 1, 2)
        ends = best_choice(self._table, counts, lambda _, below: below % 2)
        return ends + [0] * (2 * self.added - len(ends))

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _rooted(self) -> tuple[list[int], list[int]]:
        return from_root(self._table, 0)

    def objective(self, answer: Sequence[int], /) -> int:
        """A closed walk uses edges such that each vertex is an end of evenly many: in a tree this says which are used twice."""
        order, parent = self._rooted
        ends = [0] * len(order)
        for vertex in answer:
            ends[vertex] += 1
        moves = self.added
        for vertex in order[:0:-1]:
            moves += 1 if ends[vertex] % 2 else 2
            ends[parent[vertex]] += ends[vertex]
        return moves

    def acceptable(self) -> bool:
        """In larger trees, the first of the rules is not best."""
        return len(self.edges) < 14 or self.objective(self._longest_paths()) > self.optimum

    def _longest_paths(self) -> list[int]:
        """The ends of a longest path, then those of a longest one in what its edges leave, and so on."""
        left, answer = [*self.edges], []
        for _ in range(self.added):
            table = neighbours(len(self.edges) + 1, left)
            path: list[int] = []
            seen: set[int] = set()
            for vertex in range(len(table)):
                if vertex not in seen:
                    seen.update(from_root(table, vertex)[0])
                    path = max(path, longest_path(table, vertex), key=len)
            answer += [path[0], path[-1]]
            used = [{*edge} for edge in itertools.pairwise(path)]
            left = [edge for edge in left if {*edge} not in used]
        return answer

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Longest paths, one after the other; leaves: the lowest, those at the end of the longest paths without a fork, those
        with the largest distances from all vertices.
        """
        leaves = [vertex for vertex, row in enumerate(self._table) if len(row) == 1]
        found = {"longest paths, one after the other": self._longest_paths()}
        for name, key in (
            ("lowest leaves", int),
            ("leaves far from a fork", lambda leaf: -self._to_fork(leaf)),
            ("leaves far from all", lambda leaf: -sum(depths(self._table, leaf))),
        ):
            chosen = sorted(leaves, key=key)[: 2 * self.added]
            found[name] = chosen + [0] * (2 * self.added - len(chosen))
        return found

    def _to_fork(self, leaf: int) -> int:
        order, _ = from_root(self._table, leaf)
        return next((steps for steps, vertex in enumerate(order) if len(self._table[vertex]) > 2), len(order))
