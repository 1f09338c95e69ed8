"""Put labels in an order that keeps all constraints."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, grow
from rlve.envs.toolkit.text import rows


class TopologicalOrdering(ConstraintEnvironment):
    """An order of N labels in which some come before others; a tenth more labels, and one, with each level.

    Each label but the first of a hidden order must come after one to three that are shortly before it there.
    From six labels on neither the order of first mention nor that by the number of labels required before is right.
    Reward: (share of constraints kept)^20.
    """

    n: int
    constraints: Sequence[Sequence[int]]

    paper_name = "TopologicalSort"
    max_level = 24
    exponent = 20
    exemptions = {"simple-rule": "to take a label that nothing left has to precede, again and again, is the algorithm"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order = rng.sample(range(n), n)
        chosen = [
            (order[first], order[place])
            for place in range(1, n)
            for first in rng.sample(range(max(0, place - 6), place), min(place, rng.choice((1, 1, 2, 3) if n > 5 else (1, 2))))
        ]
        return cls(n=n, constraints=rng.sample(chosen, len(chosen)))

    def statement(self) -> str:
        return (
            f"Put the labels 0 to {self.n - 1} in an order that keeps these constraints, one a line as: before after\n"
            f"{rows(self.constraints)}\n"
            "The first label of a line must come somewhere before the second. Give the labels in order, from the one that comes "
            "first to the one that comes last."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(self.n)

    def solve(self) -> list[int]:
        """Label after label, each as soon as all that must precede it have come (Kahn)."""
        followers: list[list[int]] = [[] for _ in range(self.n)]
        required = [0] * self.n
        for before, after in self.constraints:
            followers[before].append(after)
            required[after] += 1
        order = [label for label in range(self.n) if not required[label]]
        for label in order:  # grows meanwhile
            for after in followers[label]:
                required[after] -= 1
                if not required[after]:
                    order.append(after)
        return order

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        place = {label: i for i, label in enumerate(answer)}
        return sum([place[before] < place[after] for before, after in self.constraints]), len(self.constraints)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.n), range(self.n)[::-1], *(self.rules().values() if self.n > 5 else ())]

    def rules(self) -> Mapping[str, Sequence[int]]:
        after = Counter([constraint[1] for constraint in self.constraints])
        before = Counter([constraint[0] for constraint in self.constraints])
        return {
            "fewest required before": sorted(range(self.n), key=lambda label: after[label]),
            "most required after": sorted(range(self.n), key=lambda label: after[label] - before[label]),
            "first mention": list(dict.fromkeys([label for pair in self.constraints for label in pair])),
        }
