"""Cover all arcs of an acyclic graph with paths from vertex 0 of least total weight."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import directed

FAR = 10**9  # more than any paths weigh


class MinimumWeightDagEdgePathCover(OptimizationEnvironment):
    """Paths from vertex 0 that use every arc, an arc paid for each time; one vertex more with each level.

    About five arcs for four vertices. From seven vertices on, arcs meet in some vertices and part again in others behind them,
    so that it is not best to come from vertex 0 for each arc that has no path yet. Some arc is on two paths or more. The answer:
    for each arc the number of paths. Reward: (least weight / weight)^8; 0 where no paths use the arcs so often.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "MinPathCover_DAG"
    max_level = 20
    goal = "minimum"
    exponent = 8
    exemptions = {
        "simple-rule": "a missing path from the nearest vertex where one ends is the algorithm, as long as none compete"
    }

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "arcs": 4 + level + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        order = [0, *rng.sample(range(1, n), n - 1)]
        kinds = "p" * n if n < 7 else "p"  # many arcs out of the s, many into the m
        while len(kinds) < n:
            kinds += "p" * rng.randint(1, 1 + n // 9) + "ms" + "p" * rng.randint(1, 2)
        pairs: dict[tuple[int, int], None] = {}
        for v in range(1, n):
            splits = [u for u in range(max(0, v - 5), v) if not u or kinds[u] == "s" or n < 7]
            pairs[v - 1 if kinds[v] in "ms" or not splits else rng.choice(splits), v] = None
            if kinds[v] == "m":
                pairs[rng.randrange(max(0, v - 4), v), v] = None
        others = [(u, v) for v in range(2, n) for u in range(v) if (u, v) not in pairs and kinds[u] != "m" and kinds[v] != "s"]
        chosen = [*pairs, *rng.sample(others, max(0, arcs - len(pairs)))]
        rng.shuffle(chosen)
        return cls(n=n, arcs=[(order[u], order[v], rng.randint(1, max(9, n))) for u, v in chosen])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            "It has no cycle, and no arc leads to vertex 0. Find paths along the arcs, as many as you like, each with one arc or "
            "more, that all start at vertex 0 and may end anywhere, so that every arc is on at least one of them. An arc on "
            "several paths counts once for each; the total weight of all the paths should be as small as possible. Give "
            "for each arc, in the order above, how many of the paths it is on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.arcs), low=1, high=len(self.arcs))

    def solve(self) -> list[int]:
        """A minimum cost flow: more paths leave some vertices than end there, the missing ones come along shortest ways.

        Every way may be used again; one that was used may be given back.
        """
        times, ends = [1] * len(self.arcs), self._ends()
        while min(ends) < 0:
            least, by = self._ways([v for v in range(self.n) if ends[v] > 0], times)
            v = min([v for v in range(self.n) if ends[v] < 0], key=least.__getitem__)
            ends[v] += 1
            ends[self._add(v, by, times)] -= 1
        return times

    def _ways(self, starts: Iterable[int], times: Sequence[int]) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """Bellman and Ford: how far each vertex is from the nearest start, and the arc that leads there: its number, and 1, or
        -1 if it is given back.
        """
        least = [FAR] * self.n
        for v in starts:
            least[v] = 0
        by: dict[int, tuple[int, int]] = {}
        changed = True
        while changed:
            changed = False
            for number, (u, v, weight) in enumerate(self.arcs):
                if least[u] + weight < least[v]:
                    least[v], by[v], changed = least[u] + weight, (number, 1), True
                if times[number] > 1 and least[v] - weight < least[u]:
                    least[u], by[u], changed = least[v] - weight, (number, -1), True
        return least, by

    def _add(self, v: int, by: Mapping[int, tuple[int, int]], times: list[int]) -> int:
        """One path more that leads to v; its start."""
        while v in by:
            number, step = by[v]
            times[number] += step
            v = self.arcs[number][step < 0]
        return v

    def _ends(self) -> list[int]:
        """How many more arcs enter each vertex than leave it; as many as you like for vertex 0."""
        ends = [0] * self.n
        for u, v, _ in self.arcs:
            ends[u] -= 1
            ends[v] += 1
        return [FAR, *ends[1:]]

    def objective(self, answer: Sequence[int], /) -> int:
        """There are such paths if no vertex but 0 is left more often than entered."""
        ends, weight = [0] * self.n, 0
        for times, (u, v, price) in zip(answer, self.arcs, strict=True):
            ends[u] -= times
            ends[v] += times
            weight += times * price
        return weight if min(ends[1:]) >= 0 else FAR

    def guesses(self) -> Iterable[Sequence[int]]:
        once = [1] * len(self.arcs)
        return [once, self._one_by_one(nearest=False)] if self.n > 6 else [once]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The missing paths to a vertex by shortest ways from 0, or each from the nearest vertex where a path is left over."""
        return {
            "more paths from vertex 0": self._one_by_one(nearest=False),
            "more paths from the nearest end": self._one_by_one(nearest=True),
        }

    def _one_by_one(self, *, nearest: bool) -> list[int]:
        times, once, ends = [1] * len(self.arcs), [1] * len(self.arcs), self._ends()
        for v in range(self.n):
            while ends[v] < 0:
                by = self._ways([u for u in range(self.n) if ends[u] > 0] if nearest else [0], once)[1]
                ends[v] += 1
                ends[self._add(v, by, times)] -= 1
        return times
