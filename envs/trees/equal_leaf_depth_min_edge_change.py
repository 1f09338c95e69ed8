"""Change the lengths of a tree's edges so that all leaves are equally far from the root."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from statistics import median_low
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.text import rows


class EqualLeafDepthMinEdgeChange(Environment):
    """The least total change of edge lengths that puts all leaves at one distance from the root.

    A tenth more vertices, and one, with each level, and lengths up to 2 larger. The tree grows from the root: a leaf that is
    drawn gets two or three children. From nine vertices on it is not enough to make subtrees equal one after the other, from the
    leaves up, each at the lower median of its children. Reward: exact.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "FireworkShow"
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1), "length": 6 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, length: int) -> Self:
        edges: list[tuple[int, int, int]] = []
        leaves = [0]
        while len(edges) < n - 1:
            leaf = leaves.pop(rng.randrange(len(leaves)))
            for _ in range(min(rng.randint(2, 3), n - 1 - len(edges))):
                edges.append((leaf, len(edges) + 1, rng.randint(1, length)))
                leaves.append(len(edges))
        return cls(edges=edges)

    def statement(self) -> str:
        return (
            f"A tree has the vertices 0 to {len(self.edges)}, its root is 0. These are its edges, one a line as: parent child "
            f"length\n{rows(self.edges)}\n"
            "Each length may be changed to any integer >= 0; this costs the absolute difference between the new length and "
            "the old one. Afterwards all leaves (vertices without children) should have the same distance from the root, by the "
            "sum of the lengths on the path. What is the smallest possible total cost?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The cost of a subtree as a function of the depth of its leaves is convex: keep where its slope changes by one.

        An edge moves the two last of these places outwards by its length; beyond them the slope is 1, on from each child.
        """
        places: list[list[int]] = [[] for _ in range(len(self.edges) + 1)]
        children = [0] * len(places)
        for parent, child, length in reversed(self.edges):
            if children[child]:
                kept = sorted(places[child])[: -children[child] + 1 or None]
                kept[-2:] = [kept[-2] + length, kept[-1] + length]
            else:
                kept = [length, length]
            places[parent] += kept
            children[parent] += 1
        kept = sorted(places[0])[: -children[0]]
        return sum([length for _, _, length in self.edges]) - sum(kept)

    def guesses(self) -> Iterable[int]:
        return [0] if len(self.edges) < 8 else [0, self.rules()["medians from the leaves up"]]

    def rules(self) -> Mapping[str, int]:
        """Every leaf by its own edge; and below each vertex, from the leaves up, to the lower median of its children."""
        depth = [0] * (len(self.edges) + 1)
        below: list[list[int]] = [[] for _ in depth]
        for parent, child, length in self.edges:
            depth[child] = depth[parent] + length
        cost = 0
        for parent, child, length in reversed(self.edges):
            cost += _to_median(below[child])
            below[parent].append(length + median_low(below[child] or [0]))
        leaves = [depth[vertex] for vertex, distances in enumerate(below) if not distances]
        return {"leaf edges to the median depth": _to_median(leaves), "medians from the leaves up": cost + _to_median(below[0])}


def _to_median(numbers: Sequence[int]) -> int:
    """What it costs to make all of them equal."""
    return sum([abs(number - median_low(numbers)) for number in numbers])
