"""Open facilities in a rooted tree so that all demand travels up to one as cheaply as possible."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows


class TreeFacilityPlacementNearestAncestor(OptimizationEnvironment):
    """K facilities that make demand times the distance to the nearest one above least; a tenth more vertices, and one, with
    each level.

    K is 2, from eight vertices on at least 3, and between a quarter and a third of the vertices. From there on inner vertices
    have two children and small demands, so that one facility after the other, each where it saves most, is seldom best.
    Reward: (least cost / cost)^8.
    """

    edges: Sequence[Sequence[int]]
    demands: Sequence[int]
    facilities: int

    paper_name = "MinimumTreeWeightedDominatingAncestor"
    max_level = 18
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        label = [0, *rng.sample(range(1, n), n - 1)]
        if n < 8:
            edges = [(rng.randrange(max(0, new - 3), new), new) for new in range(1, n)]
            facilities = 2
        else:
            edges = [(0, 1)]
            leaves = [1]
            while len(edges) < n - 1:
                leaf = leaves.pop(rng.randrange(min(3, len(leaves))))
                for _ in range(min(2, n - 1 - len(edges))):
                    edges.append((leaf, len(edges) + 1))
                    leaves.append(len(edges))
            facilities = rng.randint(max(3, n // 4), max(3, n // 3))
        inner = {above for above, _ in edges} if n > 7 else set()
        demands = [rng.randint(1, 2) if vertex in inner else rng.randint(5 if n > 7 else 1, 9) for vertex in range(n)]
        lengths = [rng.randint(4, 9) if vertex in inner else rng.randint(1, 9) for _, vertex in edges]
        named = dict(zip(label, demands, strict=True))
        return cls(
            edges=[(label[above], label[vertex], length) for (above, vertex), length in zip(edges, lengths, strict=True)],
            demands=[named[vertex] for vertex in range(1, n)],
            facilities=facilities,
        )

    def statement(self) -> str:
        n = len(self.edges)
        return (
            f"A tree has the vertices 0 to {n}, its root is 0. These are its edges, one a line as: parent child length\n"
            f"{rows(self.edges)}\n"
            f"The vertices 1 to {n} have, in this order, these demands:\n{' '.join(map(str, self.demands))}\n"
            f"There is a facility at vertex 0. Open {self.facilities} more, at other vertices. Each vertex "
            "uses the first facility on its way to the root, itself included, and pays its demand times the sum of the lengths "
            "on the way to this facility. The total that all vertices pay should be as small as possible. Give the vertices of "
            "the new facilities."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.facilities, low=1, high=len(self.edges))

    def solve(self) -> list[int]:
        """For each vertex, each vertex above that can be the nearest facility, and each number of facilities below, the least
        cost below: leaves first. An entry holds the cost, how many facilities are in the last subtree merged, and whether it
        has one at its top.
        """
        order, parent, far = self._rooted
        ways = [[0]]  # of vertex 0: the distances of the vertices from the root to it
        ways += [[] for _ in self.edges]
        for vertex in order[1:]:
            ways[vertex] = [*ways[parent[vertex]], far[vertex]]
        least = [[[0] for _ in way] for way in ways]  # by depth of the nearest facility, by number of facilities
        taken: list[list[list[tuple[int, bool]]]] = [[] for _ in order]
        for vertex in order[:0:-1]:
            *closed, opened = least[vertex]
            above = least[parent[vertex]]
            for depth, costs in enumerate(closed):
                pay = self.demands[vertex - 1] * (far[vertex] - ways[vertex][depth])
                mine = [(cost + pay, False) for cost in costs]
                mine = [min(pair, (cost, True)) for pair, cost in zip(mine[1:], opened, strict=False)]
                mine = [(costs[0] + pay, False), *mine, (opened[-1], True)]
                merged, choice = [], []
                for total in range(min(self.facilities, len(above[depth]) + len(mine) - 2) + 1):
                    options = [
                        (above[depth][total - count] + mine[count][0], count, mine[count][1])
                        for count in range(max(0, total - len(above[depth]) + 1), min(total, len(mine) - 1) + 1)
                    ]
                    cost, count, top = min(options)
                    merged.append(cost)
                    choice.append((count, top))
                above[depth] = merged
                taken[vertex].append(choice)
        left, nearest, answer = [0] * len(order), [0] * len(order), []
        left[0] = self.facilities
        for vertex in order[1:]:
            depth = nearest[parent[vertex]]
            count, top = taken[vertex][depth][left[parent[vertex]]]
            left[parent[vertex]] -= count
            left[vertex], nearest[vertex] = count - top, len(ways[vertex]) - 1 if top else depth
            if top:
                answer.append(vertex)
        return answer

    @cached_property
    def _rooted(self) -> tuple[list[int], list[int], list[int]]:
        """All vertices with parents before children, the parent of each, and its distance from the root."""
        parent, far, order = [0] * (len(self.edges) + 1), [0] * (len(self.edges) + 1), [0]
        for above, vertex, length in self.edges:
            parent[vertex], far[vertex] = above, far[above] + length
            order.append(vertex)
        return order, parent, far

    def objective(self, answer: Sequence[int], /) -> int:
        order, parent, far = self._rooted
        nearest = [0] * len(order)
        cost = 0
        for vertex in order[1:]:
            nearest[vertex] = far[vertex] if vertex in answer else nearest[parent[vertex]]
            cost += self.demands[vertex - 1] * (far[vertex] - nearest[vertex])
        return cost

    def _one_by_one(self) -> list[int]:
        chosen: list[int] = []
        for _ in range(self.facilities):
            free = [vertex for vertex in range(1, len(self.edges) + 1) if vertex not in chosen]
            chosen.append(min(free, key=lambda vertex: self.objective([*chosen, vertex])))
        return chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        _, parent, far = self._rooted
        vertices = range(1, len(self.edges) + 1)
        return {
            "each where it saves most": self._one_by_one(),
            "largest demand times distance from the root": sorted(vertices, key=lambda v: -self.demands[v - 1] * far[v])[
                : self.facilities
            ],
            "largest demand times length": sorted(vertices, key=lambda v: -self.demands[v - 1] * (far[v] - far[parent[v]]))[
                : self.facilities
            ],
        }
