"""Find a heaviest independent set of a tree."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_text


class MaxWeightIndependentSetTree(OptimizationEnvironment):
    """Vertices of a tree, no two adjacent, of largest total weight; a tenth more vertices, and one, with each level.

    From eight vertices on the weights are drawn from the leaves of a rooted tree inwards, such that each subtree is only a
    little better or worse with its root than without: then no choice can be made by a look at the neighbours.
    Reward: (weight / largest weight)^50.
    """

    edges: Sequence[Sequence[int]]
    weights: Sequence[int]

    paper_name = "Maximum_IndependentSet_Tree"
    max_level = 26
    version = 3
    goal = "maximum"
    exponent = 50

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges = random_tree(rng, n, reach=3)
        if n < 8:
            return cls(edges=edges, weights=[rng.randint(1, 9) for _ in range(n)])
        table = neighbours(n, edges)
        order, parent = from_root(table, rng.randrange(n))
        weights, below = [0] * n, [0] * (n + 1)  # below: what is lost below a vertex if it is chosen; last, the root's parent
        for vertex in reversed(order):
            inner = len(table[vertex]) > 1
            weights[vertex] = max(5, below[vertex] + rng.randint(-6, 10)) if inner else rng.randint(10, 20)
            below[parent[vertex]] += max(0, weights[vertex] - below[vertex])
        return cls(edges=edges, weights=weights)

    def statement(self) -> str:
        n = len(self.weights)
        return (
            f"{tree_text(n, self.edges)}\n"
            f"The vertices 0 to {n - 1} have, in this order, these weights:\n{' '.join(map(str, self.weights))}\n"
            "Choose vertices no two of which are joined by an edge, with as large a total weight as possible. Give the "
            "chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.weights), low=0, high=len(self.weights) - 1)

    def solve(self) -> list[int]:
        """The best weight of each subtree with its root and without it, leaves first; then the choice, root first."""
        table = neighbours(len(self.weights), self.edges)
        order, parent = from_root(table, 0)
        chosen, free = list(self.weights), [0] * len(self.weights)
        for vertex in order[:0:-1]:
            chosen[parent[vertex]] += free[vertex]
            free[parent[vertex]] += max(chosen[vertex], free[vertex])
        answer: set[int] = set()
        for vertex in order:
            if parent[vertex] not in answer and chosen[vertex] > free[vertex]:
                answer.add(vertex)
        return sorted(answer)

    def objective(self, answer: Sequence[int], /) -> int:
        chosen = set(answer)
        for u, v in self.edges:
            if u in chosen and v in chosen:
                raise Infeasible(f"{u} and {v} are joined by an edge")
        return sum([self.weights[vertex] for vertex in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        """The two colours: vertices at an even and at an odd distance from vertex 0."""
        depth = depths(neighbours(len(self.weights), self.edges), 0)
        return [[vertex for vertex in range(len(depth)) if depth[vertex] % 2 == colour] for colour in (0, 1)]
