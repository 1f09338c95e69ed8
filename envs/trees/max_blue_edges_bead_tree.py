"""Find the largest weight of blue edges in a tree that grew by appended and inserted vertices."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import from_root, lengths, neighbours, shuffled, weighted_tree_text


class MaxBlueEdgesBeadTree(Environment):
    """The largest weight of blue edges over all ways in which a tree may have grown; a tenth more vertices, and one, with
    each level.

    Weights are up to 5, and one more with each level. A third of the vertices hang on one of them, the others on one of the
    last nine. From eleven vertices on at least two edges must be red. Reward: exact.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "LinkBeads"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 7, 9, 11), level, percent=10, plus=1), "weight": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, weight: int) -> Self:
        edges = [(0 if rng.random() < 0.3 else rng.randrange(max(0, new - 9), new), new) for new in range(1, n)]
        return cls(edges=[(u, v, rng.randint(1, weight)) for u, v in shuffled(rng, edges)])

    def statement(self) -> str:
        return (
            f"{weighted_tree_text(len(self.edges) + 1, self.edges)}\n"
            "This tree began as one of its vertices, without edges. Each step added one new vertex x, in one of two ways: either "
            "x was joined to any one vertex by a red edge, or a red edge between some u and v was removed, and x was joined to u "
            "and to v by two blue edges. Blue edges were never removed. Neither the colours nor the steps are known; the weights "
            "are those of the edges that were there in the end. What is the largest possible total weight of the blue edges?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Seen from the first vertex, blue edges come in pairs: child, inserted vertex, parent. Try each first vertex.

        worth[u, v] is the best of the edge u-v and what lies beyond v; gain[u, v] what the edge adds to all that if v is the
        child of an inserted u. Both are made for v below u first, then for v above u.
        """
        table = neighbours(len(self.edges) + 1, self.edges)
        order, parent = from_root(table, 0)
        weight = lengths(self.edges)
        worth: dict[tuple[int, int], int] = {}
        gain: dict[tuple[int, int], int] = {}
        for u, v in [(parent[v], v) for v in order[:0:-1]] + [(v, parent[v]) for v in order[1:]]:
            beyond = [(v, x) for x in table[v] if x != u]
            free = sum([worth[edge] for edge in beyond])
            inserted = free + weight[u, v] + max([gain[edge] for edge in beyond]) if beyond else 0
            worth[u, v] = max(free, inserted)
            gain[u, v] = free + weight[u, v] - worth[u, v]
        return max([sum([worth[u, v] for v in row]) for u, row in enumerate(table)])

    def acceptable(self) -> bool:
        """Not all edges, and not all but one."""
        weights = [weight for _, _, weight in self.edges]
        return len(weights) < 10 or sum(weights) - self.reference not in (0, *weights)

    def rules(self) -> Mapping[str, int]:
        """All edges but the lightest of an odd number; pairs of edges at different vertices, the heaviest first."""
        weights = sorted([weight for _, _, weight in self.edges])
        pairs = [
            (first[2] + second[2], {*first[:2]} & {*second[:2]}, {i, j})
            for (i, first), (j, second) in combinations(enumerate(self.edges), 2)
        ]
        blue, taken, middles = 0, set(), set()
        for weight, middle, edges in sorted(pairs, key=lambda pair: -pair[0]):
            if middle and not (middle & middles or edges & taken):
                blue += weight
                taken |= edges
                middles |= middle
        return {"an even number of edges": sum(weights[len(weights) % 2 :]), "heaviest pairs first": blue}
