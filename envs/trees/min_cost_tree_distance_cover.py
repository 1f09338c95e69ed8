"""Choose cheap vertices of a tree that lie near all the required ones."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, tree_text


class MinCostTreeDistanceCover(OptimizationEnvironment):
    """Vertices of least total cost such that each required vertex has one within D edges; a tenth more vertices, and one,
    with each level.

    Three fifths to five sixths of the vertices are required. D is at most 1, from ten vertices on 2, from thirty on 3. From eight
    vertices on each costs about 4 for each required one within D edges, and 3, and to take what covers most for its cost is not
    best. Reward: (least cost / cost)^5.
    """

    edges: Sequence[Sequence[int]]
    costs: Sequence[int]
    required: Sequence[int]
    distance: int

    paper_name = "MinCostTreeCoverage"
    max_level = 20
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges, distance = random_tree(rng, n, reach=rng.randint(2, 4)), rng.randint(1, 1 + (n > 9) + (n > 29))
        required = sorted(rng.sample(range(n), rng.randint(3 * n // 5, 5 * n // 6)))
        costs = [rng.randint(1, 9) for _ in range(n)]
        if n > 7:
            table = neighbours(n, edges)
            near = [len(_reached(table, [vertex], distance).intersection(required)) for vertex in range(n)]
            costs = [4 * count + rng.randint(1, 6) for count in near]
        return cls(edges=edges, costs=costs, required=required, distance=distance)

    def statement(self) -> str:
        n = len(self.costs)
        return (
            f"{tree_text(n, self.edges)}\n"
            f"The vertices 0 to {n - 1} have, in this order, these costs:\n{' '.join(map(str, self.costs))}\n"
            f"These vertices are required:\n{' '.join(map(str, self.required))}\n"
            "Choose vertices, required or not, such that from each required vertex some chosen one can be reached along at most "
            f"{self.distance} {'edge' if self.distance == 1 else 'edges'}; a chosen vertex reaches itself. The total cost of "
            "the chosen vertices should be as small as possible. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.costs), low=0, high=len(self.costs) - 1)

    def solve(self) -> list[int]:
        """For each subtree, leaves first, and each j: the cheapest choices in it that cover it and all within j edges of its root
        (reach), and that need not cover what is less than j edges below its root (slack).

        A choice is an integer: its cost in the high bits, its vertices in the low ones. A sum unites disjoint choices.
        """
        n, steps = len(self.costs), range(self.distance + 1)
        order, parent = from_root(self._table, 0)
        never = (sum(self.costs) + 1) << n
        own = [(cost << n) + (1 << vertex) for vertex, cost in enumerate(self.costs)]
        reach = [[0, *[choice] * self.distance, never] for choice in own]
        slack = [[0] * (self.distance + 2) for _ in own]
        for vertex in self.required:
            reach[vertex][0] = slack[vertex][0] = own[vertex]
        for vertex in order[:0:-1]:
            above = parent[vertex]
            far, near, upper, lower = reach[above], reach[vertex], slack[above], slack[vertex]
            merged = [min(far[j] + lower[j], near[j + 1] + upper[j + 1]) for j in steps]
            reach[above] = [*accumulate([never, *merged[::-1]], min)][::-1]
            slack[above] = [*accumulate([reach[above][0], *[upper[j + 1] + lower[j] for j in steps]], min)]
        return [vertex for vertex in range(n) if reach[0][0] >> vertex & 1]

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def objective(self, answer: Sequence[int], /) -> int:
        if not _reached(self._table, answer, self.distance).issuperset(self.required):
            raise Infeasible("a required vertex is too far from all chosen ones")
        return sum([self.costs[vertex] for vertex in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [] if len(self.costs) < 8 else [*self.rules().values()]

    def rules(self) -> Mapping[str, Sequence[int]]:
        taken, missing = [], {*self.required}
        while missing:
            new = [_reached(self._table, [vertex], self.distance) & missing for vertex in range(len(self.costs))]
            taken.append(max(range(len(new)), key=lambda vertex: len(new[vertex]) / self.costs[vertex]))
            missing -= new[taken[-1]]
        return {"take most for the cost": sorted(taken)}


def _reached(table: Sequence[Sequence[int]], chosen: Iterable[int], distance: int) -> set[int]:
    """What lies at most that many edges from some chosen vertex."""
    reached = {*chosen}
    for _ in range(distance):
        reached.update([other for vertex in reached for other in table[vertex]])
    return reached
