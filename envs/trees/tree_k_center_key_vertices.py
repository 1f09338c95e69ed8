"""Place centres in a tree so that no key vertex is far from all of them."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, lengths, neighbours, random_tree, weighted_tree_text


class TreeKCenterKeyVertices(OptimizationEnvironment):
    """M vertices of a tree with the key vertices as near as possible; a seventh more vertices, and one,
    with each level.

    Half to four fifths of the vertices are keys, and there are two centres, at larger sizes up to a fifth of the vertices.
    Reward: (least radius / radius)^10.
    """

    edges: Sequence[Sequence[int]]
    keys: Sequence[int]
    centres: int

    paper_name = "DynDynamite"
    max_level = 17
    version = 3
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=15, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges = [(u, v, rng.randint(1, 9)) for u, v in random_tree(rng, n, reach=rng.randint(3, 5))]
        keys = rng.sample(range(n), rng.randint(n // 2, 4 * n // 5))
        return cls(edges=edges, keys=keys, centres=rng.randint(2, max(2, n // 5)))

    def statement(self) -> str:
        n = len(self.edges) + 1
        return (
            f"{weighted_tree_text(n, self.edges, 'length')}\n"
            f"These {len(self.keys)} of its vertices are keys:\n{' '.join(map(str, self.keys))}\n"
            f"Choose {self.centres} different vertices as centres, keys or not. A key is as far away as the centre nearest to "
            "it: by the sum of the lengths on the path between them, 0 if the key is a centre itself. Make the distance of "
            "the key that is farthest away as small as possible. Give the centres."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.centres, low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        """The least distance within which so few centres are enough, by binary search."""
        low, high = 0, sum([length for _, _, length in self.edges])
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if len(self._placed(middle)) <= self.centres else (middle + 1, high)
        placed = self._placed(low)
        others = [vertex for vertex in range(len(self.edges) + 1) if vertex not in placed]
        return placed + others[: self.centres - len(placed)]

    def _placed(self, radius: int) -> list[int]:
        """As few centres as leave no key farther away: leaves first, each where the vertex above would be too far."""
        order, parent, above = self._rooted
        far = sum(above) + 1
        waiting = [-1] * len(order)  # distance of the farthest key below that is near no centre yet; -1: there is none
        nearest = [far] * len(order)  # distance of the nearest centre below
        for key in self.keys:
            waiting[key] = 0
        placed = []
        for vertex in reversed(order):
            if waiting[vertex] + nearest[vertex] <= radius:
                waiting[vertex] = -1
            if waiting[vertex] >= 0 and (vertex == 0 or waiting[vertex] + above[vertex] > radius):
                placed.append(vertex)
                waiting[vertex], nearest[vertex] = -1, 0
            if waiting[vertex] >= 0:
                waiting[parent[vertex]] = max(waiting[parent[vertex]], waiting[vertex] + above[vertex])
            nearest[parent[vertex]] = min(nearest[parent[vertex]], nearest[vertex] + above[vertex])
        return placed

    @cached_property
    def _rooted(self) -> tuple[list[int], list[int], list[int]]:
        """All vertices with parents before children, the parent of each, and the length of the edge to it."""
        length = lengths(self.edges)
        order, parent = from_root(neighbours(len(self.edges) + 1, self.edges), 0)
        return order, parent, [length.get((vertex, parent[vertex]), 0) for vertex in range(len(order))]

    def objective(self, answer: Sequence[int], /) -> int:
        order, parent, above = self._rooted
        nearest = [sum(above) + 1] * len(order)
        for centre in answer:
            nearest[centre] = 0
        for vertex in order[:0:-1]:  # the nearest centre below each vertex, then the nearest of all
            nearest[parent[vertex]] = min(nearest[parent[vertex]], nearest[vertex] + above[vertex])
        for vertex in order[1:]:
            nearest[vertex] = min(nearest[vertex], nearest[parent[vertex]] + above[vertex])
        return max([nearest[key] for key in self.keys])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.keys[: self.centres], range(self.centres)]
