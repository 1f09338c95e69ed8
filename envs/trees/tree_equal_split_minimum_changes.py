"""Keep as many values as possible in a tree whose values are to split equally."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm
from random import Random
from typing import Self

from rlve import AnswerFormat, Integer, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows


class TreeEqualSplitMinimumChanges(OptimizationEnvironment):
    """The value of the root with which most values stay when each becomes an equal split of the one above; a tenth more
    vertices, and one, with each level.

    A drawn leaf gets one to three children. A third of the values, at least three, go together, one value less does so too,
    and the rest do not.
    From nine vertices on those with the most frequent value are not best. Reward: (values kept / most values)^10.
    """

    edges: Sequence[Sequence[int]]
    values: Sequence[int]

    paper_name = "MitterTransportation"
    max_level = 24
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges: list[tuple[int, int]] = []
        leaves = [0]
        while len(edges) < n - 1:
            leaf = leaves.pop(rng.randrange(min(4, len(leaves))))
            for _ in range(min(rng.choice((1, 2, 2, 3)), n - 1 - len(edges))):
                edges.append((leaf, len(edges) + 1))
                leaves.append(len(edges))
        shares = _shares(edges)
        unit = lcm(*shares)
        first, second = rng.sample(range(1, 5), 2)
        size = max(3, n // 3)
        chosen = rng.sample(range(n), n)
        for vertex in (0, n - 1):  # the first and the last to be looked at
            if rng.random() < 0.3:
                chosen.remove(vertex)
                chosen.append(vertex)
        values = [rng.randint(1, 4 * unit // share) for share in shares]
        for vertex, whole in zip(chosen, [first] * size + [0] * (n - 2 * size + 1) + [second] * (size - 1), strict=True):
            share = shares[vertex]
            if whole or values[vertex] * share in (first * unit, second * unit):
                values[vertex] = (whole or 5) * unit // share
        return cls(edges=edges, values=values)

    def statement(self) -> str:
        n = len(self.values)
        return (
            f"A tree has the vertices 0 to {n - 1}, its root is 0. These are its edges, one a line as: parent child\n"
            f"{rows(self.edges)}\n"
            f"The vertices 0 to {n - 1} have, in this order, these values:\n{' '.join(map(str, self.values))}\n"
            "Some values may be replaced by any positive numbers, fractions too. Afterwards the children of each vertex should "
            "have equal values, which add up to the value of this vertex; a vertex without children has no condition of its own. "
            "Replace as few values as possible. Give the value that the root has then."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """Values can stay together if they call for the same value of the root."""
        return max(self._at_root, key=self._at_root.count)

    @cached_property
    def _at_root(self) -> list[int]:
        """The value of the root that each value calls for."""
        return [value * share for value, share in zip(self.values, _shares(self.edges), strict=True)]

    def objective(self, answer: int, /) -> int:
        return self._at_root.count(answer)

    def acceptable(self) -> bool:
        """In larger trees, what goes with the most frequent value is not best."""
        return len(self.values) < 9 or self.objective(self._with_most_frequent()) < self.optimum

    def _with_most_frequent(self) -> int:
        return self._at_root[self.values.index(max(self.values, key=self.values.count))]

    def rules(self) -> Mapping[str, int]:
        """What the root, the last vertex, and the most frequent value call for."""
        return {
            "with the root": self._at_root[0],
            "with the last vertex": self._at_root[-1],
            "with the most frequent value": self._with_most_frequent(),
        }


def _shares(edges: Sequence[Sequence[int]]) -> list[int]:
    """Into how many equal shares the root's value is split before it comes to each vertex."""
    children = [0] * (len(edges) + 1)
    for parent, _ in edges:
        children[parent] += 1
    shares = [1] * len(children)
    for parent, child in edges:
        shares[child] = shares[parent] * children[parent]
    return shares
