"""Find a shortest path in a weighted directed graph."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import directed, out_arcs


class DirectedShortestPath(OptimizationEnvironment):
    """A path of least total weight from vertex 0 to vertex N-1; more vertices and arcs with each level.

    The vertices lie in a hidden order and an arc costs about the square of its stride there, so that the best path
    has more than a few arcs: from 7 vertices on always more than three. Reward: (least weight / weight)^5.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "ShortestPath"
    max_level = 24
    version = 3
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "arcs": min(grow(6, level, percent=20, plus=1), 3 * n)}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        order = [0, *rng.sample(range(1, n - 1), n - 2), n - 1]
        stops = [0]
        while stops[-1] < n - 1:  # a route that surely exists
            stops.append(min(n - 1, stops[-1] + rng.choice((1, 1, 2))))
        pairs = set(itertools.pairwise(stops))
        others = [(i, j) for i in range(n) for j in range(n) if i != j and (i, j) != (0, n - 1) and (i, j) not in pairs]
        wanted = arcs - rng.randint(0, arcs // 10) - len(pairs)
        chosen = [*sorted(pairs), *rng.sample(others, wanted)]
        rng.shuffle(chosen)
        return cls(n=n, arcs=[(order[i], order[j], rng.randint(1, n) + (i - j) ** 2) for i, j in chosen])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            f"Find a path along the arcs from vertex 0 to vertex {self.n - 1} whose total weight is as small as possible. "
            "Give its vertices in order, both ends included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        table = out_arcs(self.n, self.arcs)
        queue, came_from = [(0, 0, -1)], {}
        while queue:
            distance, vertex, before = heappop(queue)
            if vertex in came_from:
                continue
            came_from[vertex] = before
            for head, weight in table[vertex]:
                heappush(queue, (distance + weight, head, vertex))
        path = [self.n - 1]
        while path[-1] != 0:
            path.append(came_from[path[-1]])
        return path[::-1]

    def objective(self, answer: Sequence[int], /) -> int:
        if answer[0] != 0 or answer[-1] != self.n - 1:
            raise Infeasible(f"the path should run from 0 to {self.n - 1}")
        weights = {(tail, head): weight for tail, head, weight in self.arcs}
        steps = list(itertools.pairwise(answer))
        for step in steps:
            if step not in weights:
                raise Infeasible(f"there is no arc from {step[0]} to {step[1]}")
        return sum(weights[step] for step in steps)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0, self.n - 1], range(self.n), *(self.rules().values() if self.n > 6 else ())]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The best path of at most three arcs."""
        weights = {(tail, head): weight for tail, head, weight in self.arcs}
        end, found = self.n - 1, []
        onward = [(0, head) for tail, head in weights if tail == 0]
        for path in [*onward, *[(*step, head) for step in onward for tail, head in weights if tail == step[1]]]:
            whole = path if path[-1] == end else (*path, end)
            if all(step in weights for step in itertools.pairwise(whole)):
                found.append(whole)
        best = min(found, key=lambda path: sum(weights[step] for step in itertools.pairwise(path)), default=(0, end))
        return {"best of at most three arcs": best}
