"""Write an expression of given numbers whose value is as close as possible to a target."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import gcd
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, Expression, OptimizationEnvironment

FORMS = ("({0} + {1})", "({0} - {1})", "({1} - {0})", "({0} * {1})", "({0} / {1})", "({1} / {0})")


class CountdownClosestTarget(OptimizationEnvironment):
    """An expression of N integers that comes as close as possible to a target that none meets; larger ones with each level.

    Three integers at first, four from level 1 and five from level 6 on. Where one of some random expressions has a fitting
    value that is no integer, the target lies beside it, so that the closest one often needs a division.
    Reward: ((1 + least distance) / (1 + distance))^4.
    """

    numbers: Sequence[int]
    target: int

    paper_name = "CountdownClose"
    max_level = 20
    goal = "minimum"
    exponent = 4

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": min(5, 3 + (level + 4) // 5), "largest": 8 + 4 * level, "target": 20 * (level + 1) * (level + 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, target: int) -> Self:
        numbers = [rng.randint(2, largest) for _ in range(n)]
        values = [_random_value(rng, numbers) for _ in range(60)]
        fitting = [value for value in values if value.denominator > 1 and target // 2 <= value <= target]
        return cls(numbers=numbers, target=round(rng.choice(fitting)) if fitting else rng.randint(target // 2, target))

    def acceptable(self) -> bool:
        return self.optimum > 1

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Write an arithmetic expression that uses each of them exactly once (a number listed twice is used twice), in any "
            "order, with the operators + - * / and parentheses, and whose value is as close as possible to "
            f"{self.target}: the absolute difference is as small as possible. Division is exact, intermediate values may be "
            "negative or fractions; multiplication and division bind stronger than addition and subtraction, and equal ones go "
            "from left to right. There are no other numbers, no signs in front of numbers or parentheses, and no powers."
        )

    def answer_format(self) -> AnswerFormat:
        return Expression(self.numbers)

    def solve(self) -> str:
        """All values of the smaller sets of numbers; then for each split of all numbers in two the best pair of values."""
        import numpy as np

        everything = (1 << len(self.numbers)) - 1
        tables = _values_of_proper_subsets(self.numbers)
        nearest, answer = None, ""
        for first, second in _splits(everything):
            left, right = list(tables[first]), list(tables[second])
            pairs = np.array(left).T[:, :, None], np.array(right).T[:, None, :]
            for form, (top, bottom) in zip(FORMS, _joined(*pairs), strict=True):
                top, bottom = np.broadcast_arrays(top, bottom)
                with np.errstate(all="ignore"):
                    distance = np.where(bottom == 0, np.inf, np.abs(top - self.target * bottom) / np.abs(bottom))
                for i, j in np.argwhere(distance <= distance.min() * (1 + 1e-9)):  # floats propose, fractions decide
                    exact = abs(Fraction(int(top[i, j]), int(bottom[i, j])) - self.target)
                    if nearest is None or exact < nearest:
                        nearest, answer = exact, form.format(tables[first][left[i]], tables[second][right[j]])
        return answer[1:-1]

    def objective(self, answer: str, /) -> Fraction:
        return 1 + abs(Expression.value(answer) - self.target)

    def guesses(self) -> Iterable[str]:
        *others, largest = map(str, sorted(self.numbers))
        return [f" {sign} ".join([*others, largest]) for sign in "+*"] + [f"({' + '.join(others)}) * {largest}"]


def _random_value(rng: Random, numbers: Sequence[int]) -> Fraction:
    """The value of a random expression: neighbours are joined until one value is left."""
    values = [Fraction(number) for number in rng.sample(numbers, len(numbers))]
    while len(values) > 1:
        i = rng.randrange(len(values) - 1)
        right, left = values.pop(i + 1), values[i]
        results = [left + right, left - right, left * right]
        values[i] = rng.choice([*results, left / right] if right else results)
    return values[0]


def _splits(subset: int) -> Iterator[tuple[int, int]]:
    """The ways to divide a set of numbers, given as a bit mask, in two non-empty ones."""
    first = (subset - 1) & subset
    while first > subset ^ first:
        yield first, subset ^ first
        first = (first - 1) & subset


def _joined(left: Any, right: Any) -> list[tuple[Any, Any]]:
    """(numerator, denominator) of the FORMS of two values, given in the same way; they may be arrays."""
    (p, q), (r, s) = left, right
    u, v, d = p * s, r * q, q * s
    return [(u + v, d), (u - v, d), (v - u, d), (p * r, d), (u, v), (v, u)]


def _values_of_proper_subsets(numbers: Sequence[int]) -> list[dict[tuple[int, int], str]]:
    """By bit mask of the numbers used: each value, as a fraction in lowest terms, and an expression of it."""
    tables: list[dict[tuple[int, int], str]] = [{} for _ in range(1 << len(numbers))]
    for i, number in enumerate(numbers):
        tables[1 << i][number, 1] = str(number)
    for subset, table in enumerate(tables[:-1]):
        for first, second in _splits(subset):
            for (left, text), (right, other) in product(tables[first].items(), tables[second].items()):
                for form, (top, bottom) in zip(FORMS, _joined(left, right), strict=True):
                    if bottom:
                        divisor = gcd(top, bottom) if bottom > 0 else -gcd(top, bottom)
                        value = top // divisor, bottom // divisor
                        if value not in table:
                            table[value] = form.format(text, other)
    return tables
