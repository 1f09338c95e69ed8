"""Continue a sequence of sets that changes slowly and avoids forbidden integers."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, Infeasible, hidden
from rlve.envs.toolkit.text import numbered_rows


class BoundedChangeSetSequence(ConstraintEnvironment):
    """M sets of K of the integers 1 to N that follow a given one, with few changes; a set or an integer more with each level.

    Two sets of two of five integers at first. Two integers more than those of a hidden solution are allowed for each set. Every
    other time so many are forbidden at once that some have to be replaced before.
    Reward: (share of conditions kept: two for each set)^10.
    """

    n: int
    shared: int  # by a set and the one before it, at least
    first: Sequence[int]
    forbidden: Sequence[Sequence[int]]
    solution: Sequence[Sequence[int]] = hidden()

    paper_name = "HungryRabbit"
    max_level = 16
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "size": 2 + level // 2, "count": 2 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, size: int, count: int) -> Self:
        everything = range(1, n + 1)
        changes = max(1, size // 4)
        sets, forbidden = [rng.sample(everything, size)], []
        early: list[int] = []  # what was replaced in the last set, but is forbidden only from this one on
        ahead = rng.random() < 0.5
        for _ in range(count):
            gone = rng.sample(sets[-1], changes)
            new = rng.sample([item for item in everything if item not in sets[-1] and item not in early], changes)
            sets.append([item for item in sets[-1] if item not in gone] + new)
            avoided, early = (early, gone) if ahead else (early + gone, [])
            others = [item for item in everything if item not in (*sets[-1], *avoided, *early)]
            allowed = [*sets[-1], *early, *rng.sample(others, min(len(others), max(0, 2 - len(early))))]
            forbidden.append([item for item in everything if item not in allowed])
            ahead = not ahead
        first, *solution = map(sorted, sets)
        return cls(n=n, shared=size - changes, first=first, forbidden=forbidden, solution=solution)

    def statement(self) -> str:
        n, count, size = self.n, len(self.forbidden), len(self.first)
        return (
            f"Set 0 holds these integers:\n{' '.join(map(str, self.first))}\n"
            f"Find the sets 1 to {count}, each of {size} different integers from 1 to {n}. Each is to have at least "
            f"{self.shared} of its integers in common with the set before it, and none that is forbidden for it. The forbidden "
            "ones, one a line as: set: integers\n"
            f"{numbered_rows([(), *self.forbidden]).partition(chr(10))[2]}\n"
            "Give the sets in order, the integers of each in any order."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.forbidden), len(self.first), low=1, high=self.n)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        kept, before = 0, set(self.first)
        for number, (row, avoided) in enumerate(zip(answer, self.forbidden, strict=True), 1):
            items = set(row)
            if len(items) < len(row):
                raise Infeasible(f"set {number} should hold {len(row)} different integers")
            kept += (len(items & before) >= self.shared) + items.isdisjoint(avoided)
            before = items
        return kept, 2 * len(answer)

    def rules(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """Keep what is not forbidden, and add the smallest allowed, or those allowed longest; the smallest allowed afresh."""
        found: dict[str, list[list[int]]] = {"smallest": [], "longest": [], "afresh": []}
        for name, sets in found.items():
            items = list(self.first)
            for place, avoided in enumerate(self.forbidden):
                items = [item for item in items if item not in avoided and name != "afresh"]
                others = [item for item in range(1, self.n + 1) if item not in (*items, *avoided)]
                if name == "longest":
                    others.sort(key=lambda item: self._allowed(item, place), reverse=True)
                items += others[: len(self.first) - len(items)]
                sets.append(items)
        return found

    def _allowed(self, item: int, place: int) -> int:
        """For how many sets from there on an integer is allowed."""
        later = self.forbidden[place:]
        return next((count for count, avoided in enumerate(later) if item in avoided), len(later))
