"""Add up the numbers of colours that the colourings of a graph use."""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.graphs import neighbour_sets, random_edges, undirected
from rlve.envs.toolkit.sizes import rungs


class BoundedGraphColoringDistinctColorSum(Environment):
    """The sum, over all colourings whose colours are bounded vertex by vertex, of how many different colours they use.

    One vertex more with each level up to nine; bounds of at most 2 at first, of 4 at level 6, and one more with each level
    from there on. About half of the pairs are edges. Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]
    bounds: Sequence[int]

    paper_name = "ColoringCounting"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": min(3 + level, 9), "bound": rungs((2, 2, 3, 3, 3, 4, 4), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, bound: int) -> Self:
        pairs = n * (n - 1) // 2
        edges = random_edges(rng, n, rng.randint(2 * pairs // 5 + 1, 3 * pairs // 5 + 1))
        low = (bound + 1) // 2 if n > 3 else 0
        return cls(n=n, edges=edges, bounds=[rng.randint(low, bound) for _ in range(n)])

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "A colouring gives every vertex an integer from 0 to the bound of this vertex as its colour, and the two vertices of "
            f"every edge different colours. The bounds of the vertices in order:\n{' '.join(map(str, self.bounds))}\n"
            "Count for every colouring the different colours that it uses. What do these counts add up to, over all colourings?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Colour class after colour class, in the order of their least bounds: for the k-th (from 0) any colour up to that bound
        will do but the k before. ways[s] counts the choices that leave the set s of vertices.
        """
        order = sorted(range(self.n), key=self.bounds.__getitem__)
        joined = neighbour_sets(self.n, self.edges)
        apart = [sum([1 << i for i, v in enumerate(order) if v not in joined[u]]) for u in order]
        independent = [True]
        for i, others in enumerate(apart):
            independent += [free and s & others == s for s, free in enumerate(independent[: 1 << i])]
        ways, total, used = {2**self.n - 1: 1}, 0, 0
        while ways:
            left: dict[int, int] = {}
            for s, count in ways.items():
                first = s & -s
                place = first.bit_length() - 1
                colours = self.bounds[order[place]] + 1 - used
                if colours <= 0:
                    continue
                rest = (s ^ first) & apart[place]
                others, count, s = rest, count * colours, s ^ first
                while True:
                    if independent[others]:
                        left[s ^ others] = left.get(s ^ others, 0) + count
                    if not others:
                        break
                    others = (others - 1) & rest
            used += 1
            total += used * left.pop(0, 0)
            ways = left
        return total

    def acceptable(self) -> bool:
        return self.n > 3 or self.reference < 20

    def guesses(self) -> Iterable[int]:
        return [0]

    def rules(self) -> Mapping[str, int]:
        """Every vertex a colour of its own; edges left aside; vertices in order, each with a colour less for an edge back."""
        joined, sizes = neighbour_sets(self.n, self.edges), [bound + 1 for bound in self.bounds]
        free = prod([max(0, size - sum(u < v for u in joined[v])) for v, size in enumerate(sizes)])
        found = {"all colourings": prod(sizes), "a colour less for an edge back": free}
        times = {"the vertices": self.n, "the largest bound": max(sizes), "2": 2, "3": 3}
        return {f"{name}, times {what}": count * factor for name, count in found.items() for what, factor in times.items()}
