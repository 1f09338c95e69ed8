"""Count the triples of vertices of a tree that are equally far from each other."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.trees import neighbours, shuffled, tree_text


class EquidistantTriplesInTree(Environment):
    """How many sets of three vertices have three equal distances; a tenth more vertices, and one, with each level.

    A hub has three or four branches, in larger trees more; a new vertex hangs on one of the newest others. From eleven
    vertices on some triples are more than two edges apart. Reward: exact.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "Tree_DistanceEqualTriad_Counting"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(8, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        degree = rng.randint(3, 4 + n // 12)
        reach = rng.randint(degree, 2 * degree)
        edges = [(0, new) for new in range(1, degree + 1)]
        edges += [(rng.randrange(max(1, new - reach), new), new) for new in range(degree + 1, n)]
        return cls(edges=shuffled(rng, edges))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "The distance of two vertices is the number of edges on the path between them. How many sets of three different "
            "vertices are there whose three distances from each other are all equal?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        table = neighbours(len(self.edges) + 1, self.edges)
        return sum([sum(_triples(table, centre)) for centre, row in enumerate(table) if len(row) > 2])

    def guesses(self) -> Iterable[int]:
        return [0] if len(self.edges) < 10 else [0, self.rules()["triples next to a vertex"]]

    def rules(self) -> Mapping[str, int]:
        table = neighbours(len(self.edges) + 1, self.edges)
        hub = max(range(len(table)), key=lambda vertex: len(table[vertex]))
        return {
            "triples next to a vertex": sum([comb(len(row), 3) for row in table]),
            "triples around the vertex with most neighbours": sum(_triples(table, hub)),
        }


def _triples(table: Sequence[Sequence[int]], centre: int) -> list[int]:
    """The triples around a centre, which lie in three of its branches, by their distance from it.

    Count the vertices of each branch by depth, and add up the products of two and of three such numbers.
    """
    one, two, three = [0] * len(table), [0] * len(table), [0] * len(table)
    for branch in table[centre]:
        layer, depth = [(branch, centre)], 0
        while layer:
            count = len(layer)
            three[depth] += two[depth] * count
            two[depth] += one[depth] * count
            one[depth] += count
            layer = [(below, vertex) for vertex, above in layer for below in table[vertex] if below != above]
            depth += 1
    return three
