"""Remove two paths from a tree so that it falls into many components."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, shuffled, tree_path, tree_text

Path = tuple[int, int, int]  # sum of (degree - 2) over its vertices, its two ends


class MaxComponentsAfterRemovingTwoTreePaths(OptimizationEnvironment):
    """Two paths without a common edge whose removal leaves most components; a tenth more vertices, and one, with each level.

    The ends of the paths are asked for. A small tree is any; from 14 vertices on it has two hubs with two arms each and a link
    between them; the best single path mostly runs along the link, the best two do not.
    Reward: (components / most components)^30.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "MostComponentTreeRemovingTwoPaths"
    max_level = 24
    version = 3
    goal = "maximum"
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(7, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 14:
            return cls(edges=random_tree(rng, n))
        edges: list[tuple[int, int]] = []

        def chain(start: int, length: int) -> int:
            """Hang a path of that many new vertices on start; returns its end."""
            for _ in range(length):
                edges.append((start, len(edges) + 1))
                start = len(edges)
            return start

        lengths = [1, 1, 1, 1, 1]  # of the link and the four arms
        for _ in range((n - 14) // 4):
            lengths[rng.randrange(5)] += 1
        hubs = [0, chain(0, lengths[0])]
        ends = [chain(hubs[arm % 2], lengths[1 + arm]) for arm in range(4)]
        inner = range(len(edges) + 1)
        leaves = n - len(inner)
        for vertex in [*ends, *ends, *rng.choices(inner, k=leaves)][:leaves]:
            chain(vertex, 1)
        return cls(edges=shuffled(rng, edges))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "Choose two paths that have no edge in common; they may have a vertex in common, and a single vertex is a path "
            "too. Then remove all vertices of both paths, and the edges at these vertices. As many connected components as "
            "possible should be left. Give four vertices: the two ends of the first path, then the two ends of the second. A "
            "path of a single vertex has this vertex as both its ends."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(4, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """Removing a connected set of vertices leaves 2 + (the sum of degree - 2 over it) components.

        So two paths that meet or touch leave 2 + both sums, and two that lie apart 3 + both sums. Those that meet have
        up to four arms at a vertex, those that touch lie on both sides of an edge, those apart in two branches of a vertex.
        """
        table = self._table
        arm, best = self._branches()
        candidates: list[tuple[int, Path, Path]] = []
        for u, v in self.edges:
            candidates.append((2, best[u, v], best[v, u]))
        for v, row in enumerate(table):
            arms = sorted([arm[v, x] for x in row], reverse=True)[:4]
            arms = [a for a in arms if a[0] > 0] + 4 * [(0, v)]
            first = (len(row) - 2 + arms[0][0] + arms[1][0], arms[0][1], arms[1][1])
            candidates.append((2, first, (arms[2][0] + arms[3][0], arms[2][1], arms[3][1])))
            if len(row) > 1:
                candidates.append((3, *sorted([best[v, x] for x in row])[-2:]))
        _, first, second = max(candidates, key=lambda candidate: candidate[0] + candidate[1][0] + candidate[2][0])
        return [*first[1:], *second[1:]]

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _rooted(self) -> tuple[list[int], list[int]]:
        return from_root(self._table, 0)

    def _branches(self) -> tuple[dict[tuple[int, int], tuple[int, int]], dict[tuple[int, int], Path]]:
        """For each edge u-v in both directions: the best path from v away from u, and the best path anywhere beyond."""
        table, (order, parent) = self._table, self._rooted
        directed = [(parent[v], v) for v in order[:0:-1]] + [(v, parent[v]) for v in order[1:]]
        arm: dict[tuple[int, int], tuple[int, int]] = {}
        best: dict[tuple[int, int], Path] = {}
        for u, v in directed:  # in this order everything beyond v is known
            beyond = [x for x in table[v] if x != u]
            (long, end), (short, other) = sorted([(0, v), (0, v), *[arm[v, x] for x in beyond]], reverse=True)[:2]
            weight = len(table[v]) - 2
            arm[u, v] = (weight + long, end)
            best[u, v] = max([(weight + long + short, end, other), *[best[v, x] for x in beyond]])
        return arm, best

    def objective(self, answer: Sequence[int], /) -> int:
        paths = [tree_path(self._table, *answer[:2]), tree_path(self._table, *answer[2:])]
        first, second = [{*pairwise(path), *pairwise(path[::-1])} for path in paths]
        if first & second:
            raise Infeasible("the paths have an edge in common")
        removed = {vertex for path in paths for vertex in path}
        edges_left = [edge for edge in self.edges if removed.isdisjoint(edge)]
        return len(self._table) - len(removed) - len(edges_left)  # a forest has as many components as vertices less edges

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.edges) > 8 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The best path, then the best one of what is left."""
        first = self._best_path(set())
        return {"best path twice": [*first, *self._best_path({*tree_path(self._table, *first)})]}

    def _best_path(self, used: Set[int]) -> list[int]:
        """The ends of the path with the largest sum of (degree - 2), without the edges and the worth of a used one."""
        table, (order, parent) = self._table, self._rooted
        arms = [[(0, v), (0, v)] for v in range(len(table))]  # of each vertex: the sum over a path down from it, and its end
        best = (0, 0, 0)
        for v in reversed(order):
            (long, end), (short, other) = sorted(arms[v], reverse=True)[:2]
            worth = 0 if v in used else len(table[v]) - 2
            best = max(best, (worth + long + short, max(end, other), min(end, other)))
            if v != 0 and not (v in used and parent[v] in used):
                arms[parent[v]].append((worth + long, end))
        return [*best[1:]]
