"""Solve a system of linear equations in integers."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList

PRIME = 2**31 - 1


class IntegerLinearSystem(ConstraintEnvironment):
    """The one solution, in integers, of N linear equations in N unknowns.

    N is 2 at first and grows by one with every other level. All coefficients differ from 0; they are at most 2 in size at
    first, one more with every other level. The unknowns are at most 4 in size at first, one more with each level.
    Reward: (share of equations that hold)^10.
    """

    equations: Sequence[Sequence[int]]

    paper_name = "GaussianElimination"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 + level // 2, "coefficient": 2 + (level + 1) // 2, "unknown": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, coefficient: int, unknown: int) -> Self:
        nonzero = [*range(-coefficient, 0), *range(1, coefficient + 1)]
        x = [rng.randint(-unknown, unknown) for _ in range(n)]
        lefts = [[rng.choice(nonzero) for _ in range(n)] for _ in range(n)]
        return cls([[*left, sum([a * b for a, b in zip(left, x, strict=True)])] for left in lefts])

    def acceptable(self) -> bool:
        """The equations are independent, so that there is only one solution."""
        return len(self._solution) == len(self.equations)

    def statement(self) -> str:
        n = len(self.equations)
        names = "x0 and x1" if n == 2 else f"x0 to x{n - 1}"
        lines = "\n".join(map(_equation, self.equations))
        return f"Find the {n} integers {names} for which these {n} equations hold:\n{lines}\nGive {names} in this order."

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.equations))

    def solve(self) -> list[int]:
        return self._solution

    @cached_property
    def _solution(self) -> list[int]:
        """Gauss's elimination modulo a prime that is far larger than the unknowns; empty where equations depend on others."""
        left, done = [list(row) for row in self.equations], []
        for column in range(len(left)):
            place = next((i for i, row in enumerate(left) if row[column] % PRIME), None)
            if place is None:
                return []
            pivot = left.pop(place)
            inverse = pow(pivot[column], -1, PRIME)
            pivot = [entry * inverse % PRIME for entry in pivot]
            for group in (left, done):
                for i, row in enumerate(group):
                    if factor := row[column]:
                        group[i] = [(entry - factor * other) % PRIME for entry, other in zip(row, pivot, strict=True)]
            done.append(pivot)
        return [(row[-1] + PRIME // 2) % PRIME - PRIME // 2 for row in done]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        held = [sum([a * b for a, b in zip(row[:-1], answer, strict=True)]) == row[-1] for row in self.equations]
        return sum(held), len(held)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0] * len(self.equations), [row[-1] for row in self.equations]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        rows = self.equations
        shares = [row[-1] // sum(row[:-1]) for row in rows if sum(row[:-1])]
        return {
            "each equation for its own unknown, the others 0": [row[-1] // row[i] for i, row in enumerate(rows)],
            "all unknowns equal, by the first equation": shares[:1] * len(rows),
        }


def _equation(row: Sequence[int]) -> str:
    """A row of coefficients and the right side as it is printed: "2 x0 - x1 = 5"."""
    text = ""
    for i, coefficient in enumerate(row[:-1]):
        sign = (" - " if coefficient < 0 else " + ") if text else "-" * (coefficient < 0)
        text += sign + (f"{abs(coefficient)} " if abs(coefficient) > 1 else "") + f"x{i}"
    return f"{text} = {row[-1]}"
