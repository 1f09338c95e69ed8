"""Find a shortest walk through all vertices of a directed graph."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import directed
from rlve.envs.toolkit.sizes import near

FAR = 10**9  # more than any walk weighs


class ShortestAllVertexWalk(OptimizationEnvironment):
    """A walk of least total weight that visits every vertex; more arcs with each level, a vertex more with every other.

    A planted walk of lighter arcs makes sure that there is one; most of them go to some vertex and back again. From five
    vertices on, going to the nearest vertex not yet visited does not help, wherever it starts.
    Reward: (least weight / weight)^5.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "HamiltonianPath"
    max_level = 14  # 10 vertices: the solver's time doubles with each
    version = 3
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        arcs = grow(6, level, percent=10, plus=1)
        return {"n": 4 + max(0, level - 1) // 2, "arcs": arcs, "weight": 9 + 3 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int, weight: int) -> Self:
        *order, last = rng.sample(range(n), n)
        walk = list(pairwise(order))
        if rng.random() < 0.7:  # there and back again on the way
            middle = rng.choice(order[1:-1])
            walk += [(middle, last), (last, middle)]
        else:
            walk.append((order[-1], last))
        planted = set(walk)
        others = [(u, v) for u in range(n) for v in range(n) if u != v and (u, v) not in planted]
        chosen = walk + rng.sample(others, arcs - len(walk))
        rng.shuffle(chosen)
        third = near(rng, weight) // 3
        return cls(n=n, arcs=[(*arc, rng.randint(1, 2 * third) + (0 if arc in planted else third)) for arc in chosen])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            "Find a walk along the arcs that visits every vertex at least once and has the least total weight. It may start "
            "and end anywhere; vertices and arcs may repeat, and an arc counts each time it is used. Give its vertices in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=self.n, max_length=self.n**2, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Shortest distances between all pairs, then the best order of the vertices by subset and last vertex."""
        n = self.n
        distance = [[0 if u == v else FAR for v in range(n)] for u in range(n)]
        hop = [list(range(n)) for _ in range(n)]  # the first vertex on the way from u to v
        for u, v, weight in self.arcs:
            distance[u][v] = weight
        for k in range(n):
            for u in range(n):
                for v in range(n):
                    if distance[u][k] + distance[k][v] < distance[u][v]:
                        distance[u][v], hop[u][v] = distance[u][k] + distance[k][v], hop[u][k]
        best = [[FAR] * n for _ in range(1 << n)]  # by the set of vertices in the order so far, and its last one
        for u in range(n):
            best[1 << u][u] = 0
        for visited in range(1, (1 << n) - 1):
            row = best[visited]
            outside = [v for v in range(n) if not visited >> v & 1]
            for u in range(n):
                if row[u] < FAR:
                    for v in outside:
                        length, target = row[u] + distance[u][v], best[visited | 1 << v]
                        if length < target[v]:
                            target[v] = length
        return self._expanded(self._order(best, distance), hop)

    def _order(self, best: Sequence[Sequence[int]], distance: Sequence[Sequence[int]]) -> list[int]:
        """The order of first visits, read back from the table of best lengths."""
        visited = (1 << self.n) - 1
        order = [min(range(self.n), key=best[visited].__getitem__)]
        while visited & visited - 1:
            last, before = order[-1], visited ^ 1 << order[-1]
            inside = [u for u in range(self.n) if before >> u & 1]
            order.append(next(u for u in inside if best[before][u] + distance[u][last] == best[visited][last]))
            visited = before
        return order[::-1]

    @staticmethod
    def _expanded(order: Sequence[int], hop: Sequence[Sequence[int]]) -> list[int]:
        walk = [order[0]]
        for target in order[1:]:
            while walk[-1] != target:
                walk.append(hop[walk[-1]][target])
        return walk

    def objective(self, answer: Sequence[int], /) -> int:
        weights = {(u, v): weight for u, v, weight in self.arcs}
        steps = list(pairwise(answer))
        for step in steps:
            if step not in weights:
                raise Infeasible(f"there is no arc from {step[0]} to {step[1]}")
        if len(set(answer)) < self.n:
            raise Infeasible(f"the walk visits {len(set(answer))} of {self.n} vertices")
        return sum([weights[step] for step in steps])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.n), range(self.n)[::-1], *(self.rules().values() if self.n > 4 else ())]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From each vertex always along the lightest arc to a vertex not yet visited; the lightest of these walks."""
        weights = {(u, v): weight for u, v, weight in self.arcs}
        found = []
        for start in range(self.n):
            walk, total = [start], 0
            while onward := [(w, v) for (u, v), w in weights.items() if u == walk[-1] and v not in walk]:
                weight, vertex = min(onward)
                walk, total = [*walk, vertex], total + weight
            if len(walk) == self.n:
                found.append((total, walk))
        return {"nearest first from the best start": min(found)[1]} if found else {}
