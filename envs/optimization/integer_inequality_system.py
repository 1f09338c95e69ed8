"""Satisfy linear inequalities in integers."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class IntegerInequalitySystem(ConstraintEnvironment):
    """Bounded integers for which linear inequalities hold; one inequality more with each level.

    Two integers from -3 to 3 with coefficients up to 2 at first; one integer and one in the coefficients more with every third
    level, two in the range in the same time. An inequality leaves 0 or 1 to spare. Reward: (share of inequalities that hold)^10.
    """

    inequalities: Sequence[Sequence[int]]
    bound: int
    solution: Sequence[int] = hidden()

    paper_name = "IntegerProgramming"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "n": 2 + (level + 1) // 3,
            "inequalities": 3 + level,
            "bound": 3 + 2 * level // 3,
            "coefficient": 2 + level // 3,
        }

    @classmethod
    def draw(cls, rng: Random, n: int, inequalities: int, bound: int, coefficient: int) -> Self:
        solution = [rng.choice([*range(-bound, 0), *range(1, bound + 1)]) for _ in range(n)]
        lines = []
        for number in range(inequalities):
            left = [rng.randint(1, coefficient) * rng.choice((-1, 1)) if rng.randrange(2) else 0 for _ in range(n)]
            left[number % n] = rng.randint(1, coefficient) * rng.choice((-1, 1))
            value = sum([a * x for a, x in zip(left, solution, strict=True)])
            lines.append([*left, value - rng.randint(0, 1)])
        return cls(inequalities=lines, bound=bound, solution=solution)

    def statement(self) -> str:
        n = len(self.solution)
        lines = "\n".join(map(_inequality, self.inequalities))
        names = "x0 and x1" if n == 2 else f"x0 to x{n - 1}"
        return (
            f"Find {n} integers {names}, each from -{self.bound} to {self.bound}, for which these {len(self.inequalities)} "
            f"inequalities hold:\n{lines}\nGive {names} in this order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=-self.bound, high=self.bound)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        held = [sum([a * x for a, x in zip(row, answer, strict=False)]) >= row[-1] for row in self.inequalities]
        return sum(held), len(held)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0] * len(self.solution), self._ends()] if len(self.solution) > 2 else [[0] * len(self.solution)]

    def _ends(self) -> list[int]:
        """Each integer at the end of its range that its coefficients are for, all in all."""
        columns = zip(*[row[:-1] for row in self.inequalities], strict=True)
        return [self.bound if sum(column) > 0 else -self.bound for column in columns]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """One integer after the other as the first value for which most inequalities hold, three times over."""
        ends, values = self._ends(), range(-self.bound, self.bound + 1)
        found = {"the ends that coefficients are for": ends}
        for name, start in (("from 0", [0] * len(ends)), ("from the ends", ends)):
            x = list(start)
            for _ in range(3):
                for i in range(len(x)):
                    x[i] = max([x[i], *values], key=lambda value: self.satisfied([*x[:i], value, *x[i + 1 :]])[0])
            found[f"one after the other, {name}"] = x
        return found


def _inequality(row: Sequence[int]) -> str:
    """Coefficients and the right side as they are printed: "2 x0 - x1 >= 5"."""
    text = ""
    for i, coefficient in enumerate(row[:-1]):
        if coefficient:
            sign = (" - " if coefficient < 0 else " + ") if text else "-" * (coefficient < 0)
            text += sign + (f"{abs(coefficient)} " if abs(coefficient) > 1 else "") + f"x{i}"
    return f"{text} >= {row[-1]}"
