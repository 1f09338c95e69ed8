"""Order labels so that each in turn comes as early as it can."""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Permutation, grow
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class EarliestLabelTopologicalOrder(Environment):
    """The order under constraints that has 0 as early as possible, then 1, and so on; a tenth more labels, and one, with
    each level.

    Four of the labels are set so that neither the least free label first nor each label's direct predecessors first, in
    ascending order, is right as a rule. Reward: (share of places that are right)^10 for an order that keeps all
    constraints, else 0.
    """

    n: int
    constraints: Sequence[Sequence[int]]

    paper_name = "TopologicalSort_MinimalLexicographicalOrder"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(7, level, percent=10, plus=1), "before": 1 if level < 4 else 2}

    @classmethod
    def draw(cls, rng: Random, n: int, before: int) -> Self:
        n = near(rng, n)
        order, a = rng.sample(range(n), n), rng.randrange(2)
        b, c, d = sorted(rng.sample(range(a + 1, n), 3))
        places = sorted(map(order.index, (a, b, c, d)))
        for place, label in zip(places, rng.choice([(b, c, d, a), (c, b, d, a), (b, d, c, a)]), strict=True):
            order[place] = label
        constraints = [(c, a), (d, a), (b, d)]  # b before c, though a asks for c directly and for b only through d
        for i, label in enumerate(order):
            constraints += [(other, label) for other in rng.sample(order[:i], rng.randint(0, min(i, before)))]
        constraints = list(dict.fromkeys(constraints))
        rng.shuffle(constraints)
        return cls(n=n, constraints=constraints)

    def statement(self) -> str:
        return (
            f"The labels 0 to {self.n - 1} are to be put in an order under these constraints, one a line as: before after\n"
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
        return [self._least_free_first(), self._predecessors_first()]

    def _before(self) -> list[list[int]]:
        """For each label those that must come before it, ascending."""
        table: list[list[int]] = [[] for _ in range(self.n)]
        for label, other in sorted(self.constraints):
            table[other].append(label)
        return table

    def _least_free_first(self) -> list[int]:
        before, order = self._before(), []
        while len(order) < self.n:
            order.append(next(v for v in range(self.n) if v not in order and all(u in order for u in before[v])))
        return order

    def _predecessors_first(self) -> list[int]:
        before, order, stack = self._before(), [], list(range(self.n))[::-1]
        while stack:
            waiting = [label for label in before[stack[-1]] if label not in order]
            if waiting:
                stack.append(waiting[0])
            elif (label := stack.pop()) not in order:
                order.append(label)
        return order
