"""Find integers whose differences stay within given bounds."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList


class DifferenceConstraintsFeasibility(ConstraintEnvironment):
    """N integers that fulfil inequalities x[i] - x[j] <= c, which leave little room around a hidden solution.

    N is 3 at first and grows by one with every other level; 4 inequalities at first, three more with every two levels. They go
    around all the integers, so that no order of the integers alone makes them easy, and half of them leave no room. From five
    integers on it is not enough to go through them once. Reward: (share of inequalities that hold)^10.
    """

    n: int
    bounds: Sequence[tuple[int, int, int]]

    paper_name = "DifferenceConstraintSystem"
    max_level = 30
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + (level + 1) // 2, "count": 4 + 3 * level // 2, "spread": 4 + 3 * level, "room": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, count: int, spread: int, room: int) -> Self:
        x = [rng.randint(0, spread) for _ in range(n)]
        around = rng.sample(range(n), n)
        pairs = list(zip(around, around[1:] + around[:1], strict=True))
        others = [(i, j) for i in range(n) for j in range(n) if i != j and (i, j) not in pairs]
        pairs += rng.sample(others, count - n)
        rooms = [rng.randint(1, room) if place % 2 else 0 for place in rng.sample(range(count), count)]
        bounds = [(i, j, x[i] - x[j] + room) for (i, j), room in zip(pairs, rooms, strict=True)]
        return cls(n, rng.sample(bounds, count))

    def statement(self) -> str:
        lines = "\n".join([f"x{i} - x{j} <= {c}" for i, j, c in self.bounds])
        names = f"x0 to x{self.n - 1}"
        return f"Find integers {names} such that all these inequalities hold:\n{lines}\nGive {names} in this order."

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n)

    def solve(self) -> list[int]:
        """Bellman and Ford's method: lower each integer as far as an inequality asks, until all hold."""
        return self._lowered(self.n)

    def _lowered(self, rounds: int) -> list[int]:
        x = [0] * self.n
        for _ in range(rounds):
            for i, j, c in self.bounds:
                if x[i] > x[j] + c:
                    x[i] = x[j] + c
        return x

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum([answer[i] - answer[j] <= c for i, j, c in self.bounds]), len(self.bounds)

    def guesses(self) -> Iterable[Sequence[int]]:
        found = [[step * i for i in range(self.n)] for step in (0, 1, -1, 2, -2, 5, -5)]
        return found if self.n < 5 else [*found, self._lowered(1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {
            "lowered in one round": self._lowered(1),
            "equalities from x0, as printed": self._equalities(self.bounds),
            "equalities from x0, tightest first": self._equalities(sorted(self.bounds, key=lambda bound: bound[2])),
            "equalities from x0, widest first": self._equalities(sorted(self.bounds, key=lambda bound: -bound[2])),
        }

    def _equalities(self, bounds: Sequence[tuple[int, int, int]]) -> list[int]:
        """From x0 = 0, each inequality that ties a new integer to a known one taken as an equality."""
        known = {0: 0}
        for _ in range(self.n):
            for i, j, c in bounds:
                if j in known and i not in known:
                    known[i] = known[j] + c
                elif i in known and j not in known:
                    known[j] = known[i] - c
        return [known[i] for i in range(self.n)]
