"""Find a matching of greatest total weight."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import random_edges, undirected_weighted
from rlve.envs.toolkit.trees import neighbours


class MaximumWeightMatching(OptimizationEnvironment):
    """Edges of the greatest total weight, no two with a common vertex; a tenth more vertices, and one, with each level.

    About two edges a vertex. From seven vertices on, the heaviest free edge again and again is not best.
    Reward: (weight / greatest weight)^10; 0 where a pair is no edge or two of them have a vertex in common.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MaximumWeightMatching"
    max_level = 12
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(5, level, percent=10, plus=1)
        return {"n": n, "edges": min(grow(6, level, percent=20, plus=1), 2 * n)}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        pairs = random_edges(rng, n, edges - rng.randint(0, edges // 9))
        return cls(n=n, edges=[(u, v, rng.randint(1, max(9, n))) for u, v in pairs])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            "Choose edges with as large a total weight as possible, no two of which have a vertex in common. Give the two "
            "vertices of each chosen edge, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=self.n // 2 * 2, low=0, high=self.n - 1, pairs=True)

    def solve(self) -> list[int]:
        """Vertex after vertex, the greatest weight for each set of matched vertices that still have edges to come."""
        place = {v: i for i, v in enumerate(self._order())}
        onward: list[list[tuple[int, int, Sequence[int]]]] = [[] for _ in place]
        for u, v, weight in self.edges:
            first, last = sorted((place[u], place[v]))
            onward[first].append((last, weight, (u, v)))
        best: dict[int, tuple[int, tuple]] = {0: (0, ())}  # bit i: the vertex i places ahead is matched
        for first, edges in enumerate(onward):
            layer: dict[int, tuple[int, tuple]] = {}
            for matched, (total, chosen) in best.items():
                options = [(matched >> 1, total, chosen)]
                if not matched & 1:
                    for last, weight, edge in edges:
                        bit = 1 << last - first
                        if not matched & bit:
                            options.append(((matched | bit) >> 1, total + weight, (edge, chosen)))
                for state, value, edges_so_far in options:
                    if state not in layer or layer[state][0] < value:
                        layer[state] = (value, edges_so_far)
            best = layer
        chosen, answer = best[0][1], []
        while chosen:
            edge, chosen = chosen
            answer += edge
        return answer

    def _order(self) -> list[int]:
        """Always the vertex that adds the fewest neighbours to those of the vertices before it."""
        table = neighbours(self.n, self.edges)
        order, ahead, left = [], set(), list(range(self.n))
        while left:
            v = min(left, key=lambda v: (len({*table[v]} - ahead) - (v in ahead), v))
            left.remove(v)
            order.append(v)
            ahead |= {*table[v]}
        return order

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("an edge has two vertices")
        weights = {frozenset((u, v)): weight for u, v, weight in self.edges}
        chosen = [*map(frozenset, zip(answer[::2], answer[1::2], strict=True))]
        if len(set(answer)) < len(answer) or not weights.keys() >= {*chosen}:
            return 0
        return sum([weights[pair] for pair in chosen])

    def guesses(self) -> Iterable[Sequence[int]]:
        """The heaviest free edge again and again."""
        taken: list[int] = []
        for u, v, _ in sorted(self.edges, key=lambda edge: -edge[2]):
            if u not in taken and v not in taken:
                taken += (u, v)
        return [taken] if self.n > 6 else []
