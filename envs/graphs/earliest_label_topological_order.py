"""Order labels so that each in turn comes as early as it can."""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Permutation, grow
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.text import rows


class EarliestLabelTopologicalOrder(Environment):
    """The order under constraints that has 0 as early as possible, then 1, and so on; a tenth more labels, and one, with
    each level.

    From seven labels on five of them are set so that it does not help to take the least free label first, or before each
    label in turn what it still needs, be it in the order of the direct predecessors or with the least free label first.
    Reward: (share of places that are right)^10 for an order that keeps all constraints, else 0.
    """

    n: int
    constraints: Sequence[Sequence[int]]

    paper_name = "TopologicalSort_MinimalLexicographicalOrder"
    max_level = 28
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "constraints": grow(3, level, percent=15, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, constraints: int) -> Self:
        order = rng.sample(range(n), n)
        trap = cls._trap(rng, n, order) if n > 6 else []
        others = [pair for pair in combinations(order, 2) if pair not in trap]
        chosen = trap + rng.sample(others, constraints - len(trap))
        rng.shuffle(chosen)
        return cls(n=n, constraints=chosen)

    @staticmethod
    def _trap(rng: Random, n: int, order: list[int]) -> list[tuple[int, int]]:
        """Rearrange five labels of the order, and bind them by four constraints."""
        a = rng.randrange(2)
        b, c, *others = sorted(rng.sample(range(a + 1, n), 4))
        d, e = rng.sample(others, 2)
        places = sorted(map(order.index, (a, b, c, d, e)))
        for place, label in zip(places, rng.choice([(c, d, b, e, a), (d, c, b, e, a), (d, b, c, e, a)]), strict=True):
            order[place] = label
        return [(d, b), (b, e), (e, a), (c, a)]  # all come before a, and d must be first, for the sake of b

    def statement(self) -> str:
        return (
            f"Put the labels 0 to {self.n - 1} in an order. It must keep these constraints, one a line as: before after\n"
            f"{rows(self.constraints)}\n"
            "The first label of a line must come somewhere before the second. Among all orders that keep every constraint, "
            "take those in which label 0 comes as early as possible; among these, those in which label 1 comes as early as "
            f"possible; and so on up to label {self.n - 1}: what counts is the place of each label, not the label in each place. "
            "Give the order that is left."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(self.n)

    def solve(self) -> list[int]:
        """From the end: the last place goes to the greatest label that nothing left has to follow, and so on."""
        before, followers = self._before(), [0] * self.n
        for label, _ in self.constraints:
            followers[label] += 1
        free = [-label for label in range(self.n) if not followers[label]]
        heapify(free)
        order: list[int] = []
        while free:
            label = -heappop(free)
            order.append(label)
            for other in before[label]:
                followers[other] -= 1
                if not followers[other]:
                    heappush(free, -other)
        return order[::-1]

    def score(self, answer: Sequence[int], /) -> float:
        place = {label: i for i, label in enumerate(answer)}
        kept = all(place[label] < place[other] for label, other in self.constraints)
        return share_right(self.reference, answer) ** 10 if kept else 0.0

    def guesses(self) -> Iterable[Sequence[int]]:
        """The labels as they are; from seven on also what the trap is for."""
        yield range(self.n)
        if self.n > 6:
            yield from (self._least_free_first(range(self.n)), self._ancestors_first(), self._predecessors_first())

    def _before(self) -> list[list[int]]:
        """For each label those that must come before it, ascending."""
        table: list[list[int]] = [[] for _ in range(self.n)]
        for label, other in sorted(self.constraints):
            table[other].append(label)
        return table

    def _least_free_first(self, labels: Iterable[int]) -> list[int]:
        """These labels, each time the least one with none of the others left before it."""
        before, left, order = self._before(), sorted(labels), []
        while left:
            order.append(next(label for label in left if not any(other in left for other in before[label])))
            left.remove(order[-1])
        return order

    def _ancestors_first(self) -> list[int]:
        """Label after label, before each all that it still needs, the least free one first."""
        before, order = self._before(), []
        for label in range(self.n):
            needed = [label]
            for other in needed:  # grows meanwhile
                needed += [first for first in before[other] if first not in needed and first not in order]
            if label not in order:
                order += self._least_free_first(needed)
        return order

    def _predecessors_first(self) -> list[int]:
        """Label after label, before each its direct predecessors in ascending order, before these theirs."""
        before, order, stack = self._before(), [], list(range(self.n))[::-1]
        while stack:
            waiting = [label for label in before[stack[-1]] if label not in order]
            if waiting:
                stack.append(waiting[0])
            elif (label := stack.pop()) not in order:
                order.append(label)
        return order
