"""Add edges to a tree so that a patrol that uses every edge gets short."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import best_choice, from_root, longest_path, neighbours, random_tree, shuffled, tree_text


class TreePatrolWithAddedEdges(OptimizationEnvironment):
    """K edges that make the shortest patrol as short as possible; a tenth more vertices, and one, with each level.

    K is 1 or 2, from level 3 on 2 or 3. A small tree is any; from nine vertices on two long arms hang on each end of a short
    link, and longest paths, one after the other, are not best. Reward: (least moves / moves)^10.
    """

    edges: Sequence[Sequence[int]]
    added: int

    paper_name = "Patrol"
    max_level = 22
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1), "added": 2 if level < 3 else 3}

    @classmethod
    def draw(cls, rng: Random, n: int, added: int) -> Self:
        count = rng.randint(added - 1, added)
        if n < 9:
            return cls(edges=random_tree(rng, n), added=count)
        ends = [0, 1, 0, 1]  # of the four arms
        edges = [(0, 1)]
        for new in range(2, n):
            arm = new - 2 if new < 6 else rng.randrange(4)
            at_end = new < 6 or rng.random() < 0.7
            edges.append((ends[arm] if at_end else rng.randrange(new), new))
            if at_end:
                ends[arm] = new
        return cls(edges=shuffled(rng, edges), added=count)

    def statement(self) -> str:
        one = self.added == 1
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            f"Add {'one edge' if one else f'{self.added} edges'}. An added edge joins any two vertices, even two that have an "
            "edge already, or a vertex with itself. A patrol then starts at vertex 0, makes moves along edges, and ends at vertex "
            f"0. It uses each edge of the tree at least once, and {'the' if one else 'each'} added edge exactly once. The "
            "shortest patrol should have as few moves as possible. Give the two vertices of "
            f"{'the added edge' if one else 'each added edge, one edge after the other'}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2 * self.added, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """Choose the ends of the added edges: an edge of the tree with an odd number of them below it needs no second use."""
        counts = range(2 * self.added, -1, -2)
        choices = [best_choice(self._table, count, lambda _, below: below % 2) for count in counts if count <= len(self._table)]
        answers = [choice + [0] * (2 * self.added - len(choice)) for choice in choices]
        return min(answers, key=self.objective)

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _rooted(self) -> tuple[list[int], list[int]]:
        return from_root(self._table, 0)

    def objective(self, answer: Sequence[int], /) -> int:
        """A closed walk uses edges such that each vertex is an end of evenly many: in a tree this says which are used twice."""
        order, parent = self._rooted
        ends = [0] * len(order)
        for vertex in answer:
            ends[vertex] += 1
        moves = self.added
        for vertex in order[:0:-1]:
            moves += 1 if ends[vertex] % 2 else 2
            ends[parent[vertex]] += ends[vertex]
        return moves

    def acceptable(self) -> bool:
        """In larger trees, the first of the rules is not best."""
        return len(self.edges) < 8 or self.objective(self._longest_paths()) > self.optimum

    def _longest_paths(self) -> list[int]:
        """The ends of a longest path, then those of a longest one in what its edges leave, and so on."""
        left, answer = [*self.edges], []
        for _ in range(self.added):
            table = neighbours(len(self.edges) + 1, left)
            path = max([longest_path(table, vertex) for vertex in range(len(table))], key=len)
            answer += [path[0], path[-1]]
            used = [{*edge} for edge in zip(path, path[1:], strict=False)]
            left = [edge for edge in left if {*edge} not in used]
        return answer

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Longest paths, one after the other; leaves, the lowest first, or those farthest from the root."""
        leaves = [vertex for vertex, row in enumerate(self._table) if len(row) == 1]
        order, _ = self._rooted
        deep = [vertex for vertex in order[::-1] if vertex in leaves]
        fill = [0] * 2 * self.added
        return {
            "longest paths, one after the other": self._longest_paths(),
            "lowest leaves": (leaves + fill)[: 2 * self.added],
            "last leaves": (deep + fill)[: 2 * self.added],
        }
