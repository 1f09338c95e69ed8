"""Mend the one edge because of which not all cycles of a graph have xor 0."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, grow
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.graphs import random_edges, undirected_weighted
from rlve.envs.toolkit.trees import random_tree


class AllCyclesXorZero(ConstraintEnvironment):
    """An edge and the weight with which the xor of the weights along every cycle is 0; a tenth more vertices, and one, with
    each level.

    Up to six vertices a tree with one edge or a few more; from seven on a cycle through all vertices and a chord for every two
    of them, so that hardly any two edges lie on the very same cycles; then the edge is on a tree of shortest paths from vertex 0.
    Weights have two binary digits, and one more with every three levels. Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "CheckAllCycleXorZero"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "bits": 2 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        order, others = rng.sample(range(n), n), rng.sample(range(n), n)
        if n < 7:
            pairs = [*random_tree(rng, n), *random_edges(rng, n, rng.randint(n - 2, n - 1))]
        else:
            pairs = [
                *zip(order, [*order[1:], order[0]], strict=True),
                *zip(others[::2], [*others[1::2], others[0]], strict=False),
            ]
        chosen = list(dict.fromkeys([(min(pair), max(pair)) for pair in pairs]))
        rng.shuffle(chosen)
        height = [rng.randrange(2**bits) for _ in range(n)]
        weights = [height[u] ^ height[v] for u, v in chosen]
        weights[rng.randrange(len(chosen))] ^= rng.randrange(1, 2**bits)
        return cls(n=n, edges=[(u, v, weight) for (u, v), weight in zip(chosen, weights, strict=True)])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"{XOR} Change the weight of one edge so that, for every cycle, the xor of the weights of its edges is 0. Give the "
            "two vertices of this edge and its new weight, a non-negative integer."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=3, low=0)

    def solve(self) -> list[int]:
        """The edge that lies on the very same cycles, of those that the edges outside a tree close, as are bad."""
        order, by, height = self._tree(self.edges)
        bad, difference, on, inside = 0, 0, [0] * len(self.edges), [0] * self.n
        for number, (u, v, weight) in enumerate(self.edges):
            if number not in (by[u], by[v]):
                on[number] = 1 << number
                inside[u] ^= on[number]
                inside[v] ^= on[number]
                if weight != height[u] ^ height[v]:
                    bad |= on[number]
                    difference = weight ^ height[u] ^ height[v]
        for vertex in order[:0:-1]:
            on[by[vertex]] = inside[vertex]
            u, v, _ = self.edges[by[vertex]]
            inside[u + v - vertex] ^= inside[vertex]
        u, v, weight = self.edges[on.index(bad)]
        return [u, v, weight ^ difference]

    def _tree(self, edges: Sequence[Sequence[int]], root: int = 0) -> tuple[list[int], dict[int, int], dict[int, int]]:
        """Breadth first from the root: the order of the vertices, the edge that led to each, the xor of the weights up to it."""
        table: list[list[tuple[int, int, int]]] = [[] for _ in range(self.n)]
        for number, (u, v, weight) in enumerate(edges):
            table[u].append((v, number, weight))
            table[v].append((u, number, weight))
        order, by, height = [root], {root: -1}, {root: 0}
        for vertex in order:
            for other, number, weight in table[vertex]:
                if other not in by:
                    order.append(other)
                    by[other] = number
                    height[other] = height[vertex] ^ weight
        return order, by, height

    def _bad(self, edges: Sequence[Sequence[int]], root: int = 0) -> list[list[int]]:
        """The edges that close a cycle of another xor than 0 when the others are as they are, each with what would mend it."""
        height = self._tree(edges, root)[2]
        return [[u, v, height[u] ^ height[v]] for u, v, weight in edges if weight != height[u] ^ height[v]]

    def acceptable(self) -> bool:
        return len(self._bad(self.edges)) > (self.n > 6)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        u, v, weight = answer
        changed = [(a, b, weight if {a, b} == {u, v} else old) for a, b, old in self.edges]
        if all({a, b} != {u, v} for a, b, _ in self.edges):
            raise Infeasible(f"there is no edge between {u} and {v}")
        return int(not self._bad(changed)), 1

    def rules(self) -> Mapping[str, Sequence[int]]:
        bad = {"0": self._bad(self.edges), "N-1": self._bad(self.edges, self.n - 1)}
        return {f"mend what closes the first bad cycle, from vertex {root}": some[0] for root, some in bad.items()}
