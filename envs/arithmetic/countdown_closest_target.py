"""Write an expression of given numbers whose value is as close as possible to a target."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf, prod
from operator import add, mul, truediv
from random import Random
from typing import Self

from rlve import AnswerFormat, Expression, OptimizationEnvironment

Form = Callable[[float, float], float]
Tables = Mapping[int, Sequence[float]]  # ascending values >= 0, by the bit mask of the numbers used
Parts = tuple[int, float, int, float, Form]  # two sets of numbers, each with its value, and how these are joined
ROUNDING = 1e-12  # more than floats err by, as a share of the value


class CountdownClosestTarget(OptimizationEnvironment):
    """An expression of N integers that comes as close as possible to a target that none meets; larger ones with each level.

    Three integers at first, four from level 1 and five from level 9 on. Where one of some random expressions has a fitting
    value that is no integer, the target lies beside it, so that the closest one often needs a division.
    Reward: ((1 + least distance) / (1 + distance))^4.
    """

    numbers: Sequence[int]
    target: int

    paper_name = "CountdownClose"
    version = 2
    max_level = 20
    goal = "minimum"
    exponent = 4

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": min(5, 3 + (level + 7) // 8), "largest": 8 + 4 * level, "target": 20 * (level + 1) * (level + 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, target: int) -> Self:
        numbers = [rng.randint(2, largest) for _ in range(n)]
        for _ in range(60):
            value = _random_value(rng, numbers)
            if target // 2 <= value <= target and abs(value - round(value)) > 1e-6:
                return cls(numbers=numbers, target=round(value))
        return cls(numbers=numbers, target=rng.randint(target // 2, target))

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
        """For each value of the smaller part of a split look among the larger part's for what comes near the target.

        Values below 0 are left out: who can reach -x can reach x, which is nearer.
        """
        tables = _values_of_small_subsets(self.numbers)
        radius = self.target + 1
        while not (near := self._near(tables, radius)):
            radius *= 4
        return min([_joined_text(tables, *parts) for parts in near], key=self.objective)[1:-1]

    def _near(self, tables: Tables, least: float) -> list[Parts]:
        """What comes nearest to the target, if within a distance; more than one where floats cannot tell which is nearer."""
        near: list[tuple[float, Parts]] = []
        blur = self.target * ROUNDING
        # All values p / q have p + q <= total, so that those which differ lie apart.
        total = prod([number + 1 for number in self.numbers])
        certain = (self.target / total) ** 2 > 2 * blur
        for first, second in sorted(_splits((1 << len(self.numbers)) - 1), key=lambda split: split[0].bit_count()):
            values = tables[first] if first in tables else _values_by_halves(tables, first)
            for y in tables[second]:
                for form, low, high in _inverted(self.target - least - blur, self.target + least + blur, y):
                    found = values[bisect_left(values, low) : bisect_right(values, high)]
                    if first not in tables:
                        found += _with_a_single_number(tables, first, low, high)
                    for x in found:
                        if (distance := abs(form(x, y) - self.target)) <= least + blur:
                            least = min(least, distance)
                            near.append((distance, (first, x, second, y, form)))
                            if certain and distance <= blur:
                                return [near[-1][1]]
        certain = certain and ((self.target - least) / total) ** 2 > 2 * blur
        nearest = [parts for distance, parts in near if distance <= least + blur]
        return nearest[:1] if certain else nearest

    def objective(self, answer: str, /) -> Fraction:
        return 1 + abs(Expression.value(answer) - self.target)

    def guesses(self) -> Iterable[str]:
        *others, largest = map(str, sorted(self.numbers))
        return [f" {sign} ".join([*others, largest]) for sign in "+*"] + [f"({' + '.join(others)}) * {largest}"]


def _random_value(rng: Random, numbers: Sequence[int]) -> float:
    """The value of a random expression: two values are joined until one is left."""
    values: list[float] = [*numbers]
    while len(values) > 1:
        x, y = (values.pop(int(rng.random() * len(values))) for _ in range(2))
        way = int(rng.random() * (4 if y else 3))
        values.append(x + y if way == 0 else x - y if way == 1 else x * y if way == 2 else x / y)
    return values[0]


@lru_cache(maxsize=1024)
def _splits(subset: int) -> list[tuple[int, int]]:
    """The ways to divide a set of numbers, given as a bit mask, in two non-empty ones, the larger one first."""
    splits, first = [], (subset - 1) & subset
    while first > (second := subset ^ first):
        splits.append((first, second) if first.bit_count() >= second.bit_count() else (second, first))
        first = (first - 1) & subset
    return splits


def _difference(x: float, y: float) -> float:
    return abs(x - y)


def _quotient(x: float, y: float) -> float:
    return y / x if x else inf


FORMS = {
    add: "({0} + {1})",
    _difference: "({0} - {1})",  # the larger one first
    mul: "({0} * {1})",
    truediv: "({0} / {1})",
    _quotient: "({1} / {0})",
}


def _inverted(low: float, high: float, y: float) -> list[tuple[Form, float, float]]:
    """Forms f, each with a range of x in which f(x, y) is in the range from low to high."""
    ways: list[tuple[Form, float, float]] = [(add, low - y, high - y), (_difference, y + low, y + high)]
    if y:
        ways += [(mul, low / y, high / y), (truediv, low * y, high * y)]
        ways += [(_quotient, y / high, y / low if low > 0 else inf)] if high > 0 else []
    elif low <= 0:
        ways.append((mul, 0, inf))
    return [*ways, (_difference, y - high, y - low)] if low <= y else ways


def _with_a_single_number(tables: Tables, subset: int, low: float, high: float) -> list[float]:
    """The values in this range that the subset comes to when one of its numbers is joined last."""
    found: list[float] = []
    for first, second in _splits(subset):
        if second.bit_count() == 1:
            values, (y,) = tables[first], tables[second]
            for form, least, most in _inverted(low, high, y):
                i = bisect_left(values, least)
                if i < len(values) and values[i] <= most:
                    found += [form(x, y) for x in values[i : bisect_right(values, most)]]
    return found


def _values_by_halves(tables: Tables, subset: int) -> list[float]:
    """The values that the subset comes to when two parts of more than one number are joined last, in ascending order."""
    return sorted(
        {x for first, second in _splits(subset) if second.bit_count() > 1 for x in _joined(tables[first], tables[second])}
    )


def _joined(left: Sequence[float], right: Sequence[float]) -> list[float]:
    values = [x + y for y in right for x in left]
    values += [abs(x - y) for y in right for x in left]
    values += [x * y for y in right for x in left]
    values += [x / y for y in right if y for x in left]
    return values + [y / x for x in left if x for y in right]


def _values_of_small_subsets(numbers: Sequence[int]) -> Tables:
    """All values of the sets of one number and of those of at most N - 2."""
    tables: dict[int, list[float]] = {1 << i: [float(number)] for i, number in enumerate(numbers)}
    for subset in range(1, 1 << len(numbers)):
        if 1 < subset.bit_count() <= len(numbers) - 2:
            tables[subset] = sorted({x for first, second in _splits(subset) for x in _joined(tables[first], tables[second])})
    return tables


def _joined_text(tables: Tables, first: int, x: float, second: int, y: float, form: Form) -> str:
    left, right = _text(tables, first, x), _text(tables, second, y)
    return FORMS[form].format(*((right, left) if form is _difference and x < y else (left, right)))


def _text(tables: Tables, subset: int, value: float) -> str:
    """An expression of these numbers that has the value."""
    for first, second in _splits(subset):
        for y in tables[second]:
            for form, low, high in _inverted(value * (1 - ROUNDING), value * (1 + ROUNDING), y):
                for x in tables[first][bisect_left(tables[first], low) : bisect_right(tables[first], high)]:
                    if form(x, y) == value:
                        return _joined_text(tables, first, x, second, y, form)
    return str(int(value))
