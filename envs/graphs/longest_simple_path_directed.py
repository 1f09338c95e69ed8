"""Find a heaviest path without repeated vertices in a weighted directed graph."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import directed, out_arcs


class LongestSimplePathDirected(OptimizationEnvironment):
    """A path of greatest total weight from any vertex to any other; one vertex more with each level.

    One and a half arcs a vertex at level 0, a little over two at the top. From seven vertices on, always the heaviest way on is
    not best, whatever the start.
    Reward: (weight / greatest weight)^5; 0 where an arc is missing.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "LongestPath"
    max_level = 20
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 4 + level
        return {"n": n, "arcs": (7 * n - 10) // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
        chosen = rng.sample(pairs, arcs - rng.randint(0, arcs // 6))
        return cls(n=n, arcs=[(u, v, rng.randint(1, max(9, n))) for u, v in chosen])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            "Find a path along the arcs, from any vertex to any other, that visits no vertex twice and whose total weight is as "
            "large as possible. Give its vertices in order, both ends included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """By the number of arcs, the heaviest path for each last vertex and set of vertices."""
        table = out_arcs(self.n, self.arcs)
        layer = {(1 << v, v): (0, (v,)) for v in range(self.n)}
        best: tuple[int, tuple[int, ...]] = (0, ())
        while layer:
            best = max(best, max(layer.values()))
            after: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
            for (seen, v), (total, path) in layer.items():
                for head, weight in table[v]:
                    if not seen >> head & 1:
                        state = (seen | 1 << head, head)
                        if state not in after or after[state][0] < total + weight:
                            after[state] = (total + weight, (*path, head))
            layer = after
        return list(best[1])

    def objective(self, answer: Sequence[int], /) -> int:
        if len(set(answer)) < len(answer):
            raise Infeasible("the path visits a vertex twice")
        weights = {(tail, head): weight for tail, head, weight in self.arcs}
        steps = list(pairwise(answer))
        return sum([weights[step] for step in steps]) if weights.keys() >= {*steps} else 0

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._heaviest_way_on()] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The heaviest arc, prolonged at either end; and the heaviest way on from any start, the best of these walks."""
        table = out_arcs(self.n, self.arcs)
        back = out_arcs(self.n, [(head, tail, weight) for tail, head, weight in self.arcs])
        tail, head, _ = max(self.arcs, key=lambda arc: arc[2])
        longer = _prolonged(back, _prolonged(table, [tail, head])[::-1])[::-1]
        return {"heaviest arc, prolonged": longer, "heaviest way on, from the best start": self._heaviest_way_on()}

    def _heaviest_way_on(self) -> list[int]:
        table = out_arcs(self.n, self.arcs)
        return max(
            [_prolonged(table, [tail, max(table[tail], key=_weight)[0]]) for tail in range(self.n) if table[tail]],
            key=self.objective,
        )


def _weight(way: Sequence[int]) -> int:
    return way[1]


def _prolonged(table: Sequence[Sequence[tuple[int, int]]], path: list[int]) -> list[int]:
    """The path, and from its end always the heaviest arc to a new vertex."""
    while onward := [way for way in table[path[-1]] if way[0] not in path]:
        path = [*path, max(onward, key=_weight)[0]]
    return path
