"""Move one edge of a tree so that its diameter becomes as large or as small as possible."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, longest_path, neighbours, random_tree, tree_text


class TreeEdgeSwapDiameter(OptimizationEnvironment):
    """Remove one edge and add one so that the tree gets the largest, or the smallest, diameter; a tenth more vertices, and
    one, with each level.

    Half of the problems ask for each, and the tree as it is is never best. From eight vertices on the largest diameter takes
    more than a leaf put on the end of a longest path, the smallest another edge than the one in the middle of one.
    Reward: the share of the largest possible change, to the power of 5.
    """

    edges: Sequence[Sequence[int]]
    long: bool

    paper_name = "TreeChangeOneEdgeDiameter"
    max_level = 24
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        long = rng.random() < 0.5
        return cls(edges=random_tree(rng, n, reach=rng.randint(2, 4) if n > 7 else None), long=long)

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "The diameter of a tree is the number of edges on a longest path in it. Remove one edge and add one edge between two "
            f"vertices, so that the result is a tree again and its diameter is as {'large' if self.long else 'small'} as "
            "possible. Give four vertices: the two ends of the edge removed, then the two ends of the edge added."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(4, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        return self._rejoined((max if self.long else min)(self.edges, key=self._without))

    def _without(self, edge: Sequence[int]) -> int:
        """The best diameter without this edge, from those of the two parts: by joining ends, or by joining centres."""
        u, v = edge
        p, q = self._beyond[u, v], self._beyond[v, u]
        return p + q + 1 if self.long else max(p, q, (p + 1) // 2 + (q + 1) // 2 + 1)

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _diameter(self) -> int:
        return len(longest_path(self._table, 0)) - 1

    @cached_property
    def _beyond(self) -> dict[tuple[int, int], int]:
        """For each edge u-v in both directions: the diameter of the part with v when it is removed."""
        order, parent = from_root(self._table, 0)
        height: dict[tuple[int, int], int] = {}
        diameter: dict[tuple[int, int], int] = {}
        for u, v in [(parent[v], v) for v in order[:0:-1]] + [(v, parent[v]) for v in order[1:]]:
            first = second = longest = 0
            for x in self._table[v]:
                if x != u:
                    high = height[v, x] + 1
                    first, second = (high, first) if high > first else (first, max(second, high))
                    longest = max(longest, diameter[v, x])
            height[u, v], diameter[u, v] = first, max(longest, first + second)
        return diameter

    def _rejoined(self, edge: Sequence[int]) -> list[int]:
        """Without this edge, the ends or the centres of its two parts joined."""
        rest = neighbours(len(self.edges) + 1, [other for other in self.edges if {*other} != {*edge}])
        paths = [longest_path(rest, vertex) for vertex in edge]
        return [*edge, *[path[0 if self.long else len(path) // 2] for path in paths]]

    def objective(self, answer: Sequence[int], /) -> int:
        u, v, a, b = answer
        if v not in self._table[u]:
            raise Infeasible(f"there is no edge between {u} and {v}")
        rest = [edge for edge in self.edges if {*edge} != {u, v}]
        part, _ = from_root(neighbours(len(self.edges) + 1, rest), u)
        if (a in part) == (b in part):
            raise Infeasible("the result is no tree")
        diameter = len(longest_path(neighbours(len(self.edges) + 1, [*rest, (a, b)]), 0)) - 1
        return diameter - self._diameter if self.long else self._diameter - diameter

    def baseline(self) -> int:
        return 0

    def acceptable(self) -> bool:
        """A change is possible, in larger trees more than by the first two of the rules; a leaf on the end adds just one."""
        large, diameters = len(self.edges) > 6, [*map(self._without, self.edges)]
        if self.long:
            return max(diameters) > self._diameter + large
        return min(diameters) < (self._without(self._middle()) if large else self._diameter)

    def _middle(self) -> Sequence[int]:
        """The edge in the middle of a longest path."""
        path = longest_path(self._table, 0)
        return path[len(path) // 2 - 1 : len(path) // 2 + 1]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Cut a longest path in its middle; hang a leaf on its end, or nearer to its centre."""
        path = longest_path(self._table, 0)
        leaf = next((v for v, row in enumerate(self._table) if len(row) == 1 and v not in path), path[0])
        end = path[-1] if self.long else path[len(path) // 2]
        return {
            "the middle of a longest path": self._rejoined(self._middle()),
            "a leaf put on the end of a longest path": [leaf, self._table[leaf][0], leaf, end],
            "the end of a longest path": [*path[:2], path[0], end],
        }
