"""Send every vertex of a tree to a depot near it, so that few depots are needed."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_text


class TreeCapacitatedFacilityCover(OptimizationEnvironment):
    """The fewest depots of S places each such that every vertex has a place at most K edges away; two more vertices with
    each level, from level 4 on a tenth more, and one.

    K and S are 1 and 2, 1 and 3, or 2 and 4. A new vertex hangs on one of the two newest. From twelve vertices on it is not best
    to go from the leaves inwards, to a depot with places left or else to the vertex that most are near to.
    Reward: (fewest depots / depots)^10.
    """

    edges: Sequence[Sequence[int]]
    reach: int
    places: int

    paper_name = "GasFireExtinguishers"
    max_level = 22
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 8, 10, 12), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        reach, places = rng.choice([(1, 2), (1, 3), (2, 4)][: 2 if n < 8 else 3])
        return cls(edges=random_tree(rng, n, reach=2), reach=reach, places=places)

    def statement(self) -> str:
        n = len(self.edges) + 1
        distance = "1 edge" if self.reach == 1 else f"{self.reach} edges"
        return (
            f"{tree_text(n, self.edges)}\n"
            f"Each vertex chooses a vertex at most {distance} away; it may choose itself. Then depots with {self.places} places "
            "each are built at the vertices: as many at each as are needed to give a place to everyone that chose it, and none "
            f"where nobody did. As few depots as possible should be needed in all. Give, for the vertices 0 to {n - 1} in this "
            "order, the vertex that each chooses."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.edges) + 1, low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        """Leaves first: a depot is built where a vertex can wait no longer, and its other places go to those that are just
        near enough, which no vertex further up can use or serve better.
        """
        order, parent = from_root(self._table, 0)
        far = self.reach
        waiting: list[list[list[int]]] = [[[] for _ in range(far + 2)] for _ in order]  # by distance, vertices below
        spare: list[list[list[int]]] = [[[] for _ in range(far + 2)] for _ in order]  # by distance, a depot for each place
        choice = [-1] * len(order)
        for vertex in reversed(order):
            wait, free = waiting[vertex], spare[vertex]
            wait[0].append(vertex)
            free[0] += self._built(vertex, wait[far], choice)
            sums = (far, far - 1) if vertex else range(far, -1, -1)
            for total in sums:
                for distance in range(total + 1):
                    while wait[distance] and free[total - distance]:
                        choice[wait[distance].pop()] = free[total - distance].pop()
            if vertex == 0:
                self._built(0, [other for row in wait for other in row], choice)
            else:
                for distance in range(far):
                    waiting[parent[vertex]][distance + 1] += wait[distance]
                    spare[parent[vertex]][distance + 1] += free[distance]
        return choice

    def _built(self, vertex: int, waiting: list[int], choice: list[int]) -> list[int]:
        """Enough depots at a vertex for all that wait; returns it as often as places are left."""
        left = -len(waiting) % self.places
        while waiting:
            choice[waiting.pop()] = vertex
        return [vertex] * left

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _near(self) -> list[list[int]]:
        """For each vertex those that it can choose, in ascending order."""
        return [[v for v, depth in enumerate(depths(self._table, u)) if depth <= self.reach] for u in range(len(self._table))]

    def objective(self, answer: Sequence[int], /) -> int:
        count = [0] * len(answer)
        for vertex, chosen in enumerate(answer):
            if chosen not in self._near[vertex]:
                raise Infeasible(f"{chosen} is too far from {vertex}")
            count[chosen] += 1
        return sum([-(-number // self.places) for number in count])

    def acceptable(self) -> bool:
        """In larger trees, the last of the rules is not best."""
        return len(self.edges) < 11 or self.objective(self._from_leaves()) > self.optimum

    def rules(self) -> Mapping[str, Sequence[int]]:
        """A near vertex: the lowest, the highest, the one that most are near to; or first one that has places left."""
        near = self._near
        return {
            "lowest near": [row[0] for row in near],
            "highest near": [row[-1] for row in near],
            "most chosen by": [max(row, key=lambda v: len(near[v])) for row in near],
            "places that are left first": self._filled(range(len(near))),
            "leaves first, places that are left first": self._from_leaves(),
        }

    def _from_leaves(self) -> list[int]:
        return self._filled(sorted(range(len(self._near)), key=lambda v: len(self._near[v])))

    def _filled(self, order: Sequence[int]) -> list[int]:
        count, choice = [0] * len(self._near), [0] * len(self._near)
        for vertex in order:
            row = self._near[vertex]
            left = [v for v in row if count[v] % self.places]
            choice[vertex] = left[0] if left else max(row, key=lambda v: len(self._near[v]))
            count[choice[vertex]] += 1
        return choice
