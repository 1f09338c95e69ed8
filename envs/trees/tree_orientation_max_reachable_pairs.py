"""Direct the edges of a tree so that as many vertices as possible reach one another."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, shuffled, tree_text


class TreeOrientationMaxReachablePairs(OptimizationEnvironment):
    """A direction for each edge such that most ordered pairs of vertices are joined by a directed path; two more vertices
    with each level, from level 4 on a tenth more, and one.

    From 13 vertices on five branches meet: two of them together are as large as the other three, and so it is not best to
    put the largest first, each on the smaller side. Reward: (pairs / most pairs)^15.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "POLPolarization"
    max_level = 22
    goal = "maximum"
    exponent = 15

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 9, 11, 13), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 13:
            return cls(edges=[rng.sample(edge, 2) for edge in random_tree(rng, n, reach=4)])
        half = n // 2
        third = n - 1 - half
        uneven = rng.randint(0, half // 8)
        sizes = [(half + 1) // 2 + uneven, half // 2 - uneven, *[(third + extra) // 3 for extra in range(3)]]
        edges: list[tuple[int, int]] = []
        for size in sizes:
            start = len(edges) + 1
            branch = random_tree(rng, size, reach=rng.randint(2, 4))
            edges += [(start + u, start + v) for u, v in branch] + [(0, start + rng.randrange(size))]
        return cls(edges=[rng.sample(edge, 2) for edge in shuffled(rng, edges)])

    def statement(self) -> str:
        n = len(self.edges) + 1
        return (
            f"{tree_text(n, self.edges)}\n"
            "Give each edge a direction. As many ordered pairs of different vertices (x, y) as possible should have a path from "
            "x to y on which every edge points forward. Give one number for each edge, in the order above: 0 if it points from "
            "its first vertex to its second, 1 if it points from the second to the first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.edges), low=0, high=1)

    def solve(self) -> list[int]:
        """Seen from a centroid, each branch points wholly towards it or wholly away, about as many vertices one as other:
        the sums of branch sizes are the bits of a number.
        """
        order, parent = from_root(self._table, self._centroid)
        top, size = self._branches(order, parent)
        branches = self._table[self._centroid]
        sums = [1]
        for branch in branches:
            sums.append(sums[-1] | sums[-1] << size[branch])
        total = (len(order) - 1) // 2
        while not sums[-1] >> total & 1:
            total -= 1
        inward = set()
        for branch, before in zip(reversed(branches), sums[-2::-1], strict=True):
            if not before >> total & 1:
                total -= size[branch]
                inward.add(branch)
        return self._directed(parent, top, inward)

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _centroid(self) -> int:
        order, parent = from_root(self._table, 0)
        below = [1] * len(order)
        for vertex in reversed(order):
            if 2 * below[vertex] >= len(order):
                return vertex
            below[parent[vertex]] += below[vertex]
        raise AssertionError("the root has all vertices below it")

    @staticmethod
    def _branches(order: Sequence[int], parent: Sequence[int]) -> tuple[list[int], list[int]]:
        """For each vertex the neighbour of the root above it (or itself), and the number of vertices below it."""
        top, size = [*range(len(order))], [1] * len(order)
        for vertex in order[1:]:
            if parent[vertex] != order[0]:
                top[vertex] = top[parent[vertex]]
        for vertex in order[:0:-1]:
            size[parent[vertex]] += size[vertex]
        return top, size

    def _directed(self, parent: Sequence[int], top: Sequence[int], inward: set[int]) -> list[int]:
        """The branches in `inward` point to the root, the others away from it."""
        return [int((parent[u] == v) != (top[u if parent[u] == v else v] in inward)) for u, v in self.edges]

    def objective(self, answer: Sequence[int], /) -> int:
        """Put subtree after subtree on its parent: the edge between them adds all that reach it times all that it leads to."""
        forward = {(u, v) if bit == 0 else (v, u) for (u, v), bit in zip(self.edges, answer, strict=True)}
        order, parent = from_root(self._table, 0)
        into, out = [1] * len(order), [1] * len(order)  # the vertices below that reach a vertex, and that it reaches
        pairs = 0
        for vertex in order[:0:-1]:
            above = parent[vertex]
            if (vertex, above) in forward:
                pairs += into[vertex] * out[above]
                into[above] += into[vertex]
            else:
                pairs += into[above] * out[vertex]
                out[above] += out[vertex]
        return pairs

    def acceptable(self) -> bool:
        """In larger trees, the first of the rules is not best."""
        return len(self.edges) < 12 or self.objective(self._largest_first()) < self.optimum

    def _largest_first(self) -> list[int]:
        order, parent = from_root(self._table, self._centroid)
        top, size = self._branches(order, parent)
        sides: tuple[set[int], set[int]] = (set(), set())
        for branch in sorted(self._table[self._centroid], key=lambda branch: -size[branch]):
            min(sides, key=lambda side: sum([size[some] for some in side])).add(branch)
        return self._directed(parent, top, sides[0])

    def rules(self) -> Mapping[str, Sequence[int]]:
        """At the centroid, the largest branch first, each on the smaller side; there or at the vertex with most neighbours,
        every second branch; all towards vertex 0.
        """
        found = {"largest branch first": self._largest_first()}
        degree = [*map(len, self._table)]
        for name, root in (("the centroid", self._centroid), ("most neighbours", degree.index(max(degree)))):
            order, parent = from_root(self._table, root)
            top, size = self._branches(order, parent)
            branches = sorted(self._table[root], key=lambda branch: -size[branch])
            found[f"every second branch of {name}"] = self._directed(parent, top, {*branches[::2]})
        order, parent = from_root(self._table, 0)
        return found | {"all towards vertex 0": self._directed(parent, self._branches(order, parent)[0], {*self._table[0]})}
