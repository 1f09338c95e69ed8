"""Put the vertices of a tree in an order of short steps."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, hidden
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import from_root, longest_path, neighbours, tree_text


class TreeSquareHamiltonianPath(ConstraintEnvironment):
    """All vertices in an order in which each is at most two edges from the next; two to four more vertices with each
    level, from level 4 on a tenth more, and one.

    The tree is made from an order that does so, in pieces that are joined one to the next. From fifteen vertices on one piece
    is a vertex with two paths of two edges, which must be walked in opposite directions. There, to go on from an end of a
    longest path to what is nearest, or has fewest neighbours, ends in a step that is too long.
    Reward: (steps that are short / steps)^10.
    """

    solution: Sequence[int] = hidden()
    edges: Sequence[Sequence[int]] = ()

    paper_name = "MultiDrink"
    max_level = 22
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 8, 11, 15), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order = rng.sample(range(n), n)
        table: list[list[int]] = [[] for _ in order]
        edges = []

        def join(u: int, v: int) -> None:
            table[u].append(v)
            table[v].append(u)
            edges.append((min(u, v), max(u, v)))

        places = {*range(n - 1)}
        if n > 14:
            first = rng.randint(1, n - 8)
            before, near, far, middle, other_far, other_near, after = order[first : first + 7]
            for u, v in ((near, far), (other_near, other_far)):
                join(u, v)
            for u in (before, near, other_near, after):
                join(middle, u)
            places -= {*range(first, first + 6)}
        for place in rng.sample(sorted(places), len(places)):
            u, v = rng.sample(order[place : place + 2], 2)
            join(u, rng.choice(table[v] or [v]))
        return cls(solution=order, edges=rng.sample(edges, n - 1))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "The distance of two vertices is the number of edges on the path between them. Put all vertices in an order in which "
            "any two that stand next to each other have the distance 1 or 2. Give such an order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.edges) + 1)

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        near = [{*row} for row in self._table]
        return sum([v in near[u] or not near[u].isdisjoint(near[v]) for u, v in pairwise(answer)]), len(self.edges)

    def acceptable(self) -> bool:
        """In larger trees, neither rule from a far end is right."""
        orders = [self._nearest_next(self._far_end(), fewest=fewest) for fewest in (False, True)]
        return len(self.edges) < 14 or all(self.satisfied(order)[0] < len(self.edges) for order in orders)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(len(self._table)), range(len(self._table))[::-1]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From an end of a longest path or from the lowest leaf: always to a vertex that is left and near, the nearest or the
        one with fewest neighbours; depth first.
        """
        end, leaf = self._far_end(), [*map(len, self._table)].index(1)
        return {
            "nearest next from a far end": self._nearest_next(end),
            "nearest next from a leaf": self._nearest_next(leaf),
            "near next, with fewest neighbours, from a far end": self._nearest_next(end, fewest=True),
            "near next, with fewest neighbours, from a leaf": self._nearest_next(leaf, fewest=True),
            "depth first": from_root(self._table, leaf)[0],
        }

    def _far_end(self) -> int:
        return longest_path(self._table, 0)[0]

    def _nearest_next(self, start: int, *, fewest: bool = False) -> list[int]:
        order = [start]
        left = {*range(len(self._table))} - {start}
        while left:
            near = self._table[order[-1]]
            second = [v for u in near for v in self._table[u]]
            open_ones = [v for v in [*near, *second] if v in left] or sorted(left)
            chosen = min(open_ones, key=lambda v: len(self._table[v])) if fewest else open_ones[0]
            order.append(chosen)
            left.remove(chosen)
        return order
