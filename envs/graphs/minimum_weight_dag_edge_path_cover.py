"""Cover all arcs of an acyclic graph with paths from vertex 0 of least total weight."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import directed

FAR = 10**9  # more than any path weighs


class MinimumWeightDagEdgePathCover(OptimizationEnvironment):
    """Paths from vertex 0 that use every arc, an arc paid for each time; one vertex more with each level.

    About three arcs for two vertices. From seven vertices on, neither a path of its own for each arc that must be reached again
    nor always the nearest free end of a path is best. Reward: (least weight / weight)^8.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "MinPathCover_DAG"
    max_level = 20
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "arcs": 4 + 3 * level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        order = [0, *rng.sample(range(1, n), n - 1)]
        pairs = {(rng.randrange(max(0, v - 4), v), v): None for v in range(1, n)}
        others = [(u, v) for v in range(2, n) for u in range(v) if (u, v) not in pairs]
        chosen = [*pairs, *rng.sample(others, arcs - len(pairs))]
        rng.shuffle(chosen)
        return cls(n=n, arcs=[(order[u], order[v], rng.randint(1, max(9, n))) for u, v in chosen])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            "Find paths along the arcs, as many as you like, that all start at vertex 0 and may end anywhere, so that every arc "
            "is on at least one of them. An arc on several paths counts once for each; the total weight of all the paths should "
            "be as small as possible. Give the vertices of each path in order, one path right after the other."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=self.n * len(self.arcs), low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """A minimum cost flow: more paths leave some vertices than end there, the missing ones come along shortest ways.

        Every way may be used again; one that was used may be given back.
        """
        times = [1] * len(self.arcs)
        ends = self._ends()
        while min(ends) < 0:
            least = [0 if free > 0 else FAR for free in ends]
            by: dict[int, tuple[int, int]] = {}  # the arc that leads to a vertex, and 1, or -1 if it is given back
            changed = True
            while changed:
                changed = False
                for number, (u, v, weight) in enumerate(self.arcs):
                    if least[u] + weight < least[v]:
                        least[v], by[v], changed = least[u] + weight, (number, 1), True
                    if times[number] > 1 and least[v] - weight < least[u]:
                        least[u], by[u], changed = least[v] - weight, (number, -1), True
            v = min([v for v in range(self.n) if ends[v] < 0], key=least.__getitem__)
            ends[v] += 1
            while v in by:
                number, step = by[v]
                times[number] += step
                v = self.arcs[number][step < 0]
            ends[v] -= v > 0
        return self._paths(times)

    def _ends(self) -> list[int]:
        """How many more arcs enter each vertex than leave it; as many as you like for vertex 0."""
        ends = [0] * self.n
        for u, v, _ in self.arcs:
            ends[u] -= 1
            ends[v] += 1
        return [FAR, *ends[1:]]

    def _paths(self, times: Sequence[int]) -> list[int]:
        """The arcs, each so many times, as paths from 0 that go on as long as there is a way."""
        ways: list[list[int]] = [[] for _ in range(self.n)]
        for (u, v, _), count in zip(self.arcs, times, strict=True):
            ways[u] += [v] * count
        paths = []
        while ways[0]:
            paths.append(0)
            while ways[paths[-1]]:
                paths.append(ways[paths[-1]].pop())
        return paths

    def objective(self, answer: Sequence[int], /) -> int:
        weights = {(u, v): weight for u, v, weight in self.arcs}
        if answer[0] or answer[-1] == 0:
            raise Infeasible("a path starts at vertex 0 and has at least one arc")
        steps = [step for step in pairwise(answer) if step[1]]  # no arc enters 0: there a new path starts
        for step in steps:
            if step not in weights:
                raise Infeasible(f"there is no arc from {step[0]} to {step[1]}")
        if missing := weights.keys() - {*steps}:
            raise Infeasible("the arc from {} to {} is on no path".format(*min(missing)))
        return sum([weights[step] for step in steps])

    def acceptable(self) -> bool:
        return self.n > 4 or len(self.solve()) < 7

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The missing paths to a vertex by shortest ways from 0, or each from the nearest vertex where a path is left over."""
        least = [[0 if u == v else FAR for v in range(self.n)] for u in range(self.n)]
        way: dict[tuple[int, int], int] = {}
        for _ in range(self.n):
            for number, (u, v, weight) in enumerate(self.arcs):
                for start, row in enumerate(least):
                    if row[u] + weight < row[v]:
                        row[v], way[start, v] = row[u] + weight, number
        found = {}
        for name in ("from vertex 0", "from the nearest end"):
            times, ends = [1] * len(self.arcs), self._ends()
            for v in range(self.n):
                while ends[v] < 0:
                    starts = [0] if name == "from vertex 0" else [u for u in range(self.n) if ends[u] > 0]
                    start = min(starts, key=lambda u: least[u][v])
                    ends[v] += 1
                    ends[start] -= start > 0
                    last = v
                    while last != start:
                        times[way[start, last]] += 1
                        last = self.arcs[way[start, last]][0]
            found[f"more paths {name}"] = self._paths(times)
        return found
