"""Count the paths of xor 0 in a tree while its edges are deleted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.trees import from_root, lengths, neighbours, random_tree, weighted_tree_text


class XorZeroPathsUnderEdgeDeletion(Environment):
    """How many pairs of vertices are joined by a path of xor 0, before the first edge is deleted and after each but the last;
    a tenth more vertices, and one, with each level.

    The weights are 0 and 1, from seven vertices on 0 to 3. Edges go in the order in which they are printed.
    Reward: (share of right counts)^5.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "TreeDynamic_XORZeroPath"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        largest = 1 if n < 7 else 3
        return cls(edges=[(u, v, rng.randint(0, largest)) for u, v in random_tree(rng, n, reach=4)])

    def statement(self) -> str:
        n = len(self.edges) + 1
        return (
            f"{weighted_tree_text(n, self.edges)}\n"
            "The edges are deleted one after the other, in this order. Consider all sets of two different vertices that are "
            f"still joined by a path on which the xor of the weights is 0. {XOR} Give {n - 1} counts: how many such sets there "
            "are before the first edge is deleted, then after each deletion but the last."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.edges), low=0)

    def solve(self) -> list[int]:
        """Label each vertex with the xor on its path from 0: equal labels are joined by xor 0. Put the edges back, the last
        first, and count when two components become one; the smaller goes into the larger.
        """
        n = len(self.edges) + 1
        weight = lengths(self.edges)
        order, parent = from_root(neighbours(n, self.edges), 0)
        label = [0] * n
        for vertex in order[1:]:
            label[vertex] = label[parent[vertex]] ^ weight[vertex, parent[vertex]]
        home = [*range(n)]
        members = [[vertex] for vertex in range(n)]
        labels = [{label[vertex]: 1} for vertex in range(n)]
        count, counts = 0, []
        for u, v, _ in reversed(self.edges):
            small, large = sorted((home[u], home[v]), key=lambda place: len(members[place]))
            for vertex in members[small]:
                count += labels[large].get(label[vertex], 0)
                home[vertex] = large
            for name, times in labels[small].items():
                labels[large][name] = labels[large].get(name, 0) + times
            members[large] += members[small]
            counts.append(count)
        return counts[::-1]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0] * len(self.edges), *self.rules().values()] if len(self.edges) > 5 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Edges of weight 0 alone, and paths of such edges alone."""
        zero = [int(weight == 0) for _, _, weight in self.edges]
        alone = [*accumulate(reversed(zero))][::-1]
        return {"edges of weight 0": alone, "paths of edges of weight 0": self._by_zero_edges()}

    def _by_zero_edges(self) -> list[int]:
        home = [*range(len(self.edges) + 1)]
        counts = []
        for u, v, weight in reversed(self.edges):
            if weight == 0:
                home = [home[u] if place == home[v] else place for place in home]
            counts.append(sum([size * (size - 1) // 2 for size in Counter(home).values()]))
        return counts[::-1]
