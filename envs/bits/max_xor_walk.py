"""Find the largest exclusive or along a walk."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.graphs import undirected_weighted
from rlve.envs.toolkit.trees import random_tree


class MaxXorWalk(Environment):
    """The largest exclusive or of the edges of a walk from the first vertex to the last of an undirected graph.

    A random tree with some edges more: four vertices and one more edge at first, a tenth more vertices, and one, with each
    level; two more edges at level 2, three at level 3, four from level 4 on, then a third as many as vertices. Weights have two
    binary digits more than there are such edges, three from level 2 on, so that the largest value is seldom all ones. From
    level 3 on one cycle does not suffice. Reward: exact.
    """

    n: int
    edges: Sequence[tuple[int, int, int]]

    paper_name = "MaxXorPath"
    max_level = 28

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        more = max(1, min(level, 4), n // 3)
        return {"n": n, "more": more, "bits": more + (2 if level < 2 else 3)}

    @classmethod
    def draw(cls, rng: Random, n: int, more: int, bits: int) -> Self:
        pairs = random_tree(rng, n)
        taken = {*pairs}
        others = [(u, v) for u in range(n) for v in range(u + 1, n) if (u, v) not in taken]
        pairs += rng.sample(others, more)
        rng.shuffle(pairs)
        return cls(n=n, edges=[(u, v, rng.randint(1, 2**bits - 1)) for u, v in pairs])

    def statement(self) -> str:
        last = self.n - 1
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"A walk from 0 to {last} goes along edges, in either direction, and may repeat vertices and edges. Its value is the "
            f"bitwise exclusive or (xor) of the weights of its edges, each taken as often as it is used. {XOR} Find the largest "
            f"value of a walk from 0 to {last}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Any way to the last vertex, with any cycles added: a basis of the values of cycles, by their leading digits."""
        value, cycles = self._along_tree()
        basis: dict[int, int] = {}
        for cycle in cycles:
            while cycle and cycle.bit_length() in basis:
                cycle ^= basis[cycle.bit_length()]
            if cycle:
                basis[cycle.bit_length()] = cycle
        for digit in sorted(basis, reverse=True):
            value = max(value, value ^ basis[digit])
        return value

    def _along_tree(self) -> tuple[int, list[int]]:
        """The value of a way from 0 to the last vertex, and that of a cycle for each edge that a tree of such ways lacks."""
        table: list[list[tuple[int, int, int]]] = [[] for _ in range(self.n)]
        for number, (u, v, weight) in enumerate(self.edges):
            table[u].append((v, weight, number))
            table[v].append((u, weight, number))
        values, used, queue = {0: 0}, set(), [0]
        for vertex in queue:
            for other, weight, number in table[vertex]:
                if other not in values:
                    values[other] = values[vertex] ^ weight
                    used.add(number)
                    queue.append(other)
        cycles = [values[u] ^ values[v] ^ w for number, (u, v, w) in enumerate(self.edges) if number not in used]
        return values[self.n - 1], cycles

    def guesses(self) -> Iterable[int]:
        value, cycles = self._along_tree()
        return [value, max([value ^ cycle for cycle in cycles])] if len(cycles) > 2 else []

    def rules(self) -> Mapping[str, int]:
        weights, most = [weight for *_, weight in self.edges], 0
        for weight in weights:
            most |= weight
        value, cycles = self._along_tree()
        for cycle in sorted(cycles, reverse=True):
            value = max(value, value ^ cycle)
        found = {
            "the largest cycle first": value,
            "all places that occur": most,
            "one less": most - 1,
            "the heaviest": max(weights),
        }
        return found | ({"the best path without repeats": self._best_path()} if self.n < 13 else {})

    def _best_path(self) -> int:
        best, stack = 0, [(0, 0, (0,))]
        while stack:
            vertex, value, path = stack.pop()
            if vertex == self.n - 1:
                best = max(best, value)
                continue
            for u, v, weight in self.edges:
                other = v if u == vertex else u if v == vertex else vertex
                if other not in path:
                    stack.append((other, value ^ weight, (*path, other)))
        return best
