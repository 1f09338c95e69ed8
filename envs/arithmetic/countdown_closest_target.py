"""Write an expression of given numbers whose value is as close as possible to a target."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, Expression, OptimizationEnvironment, grow

STAGES = ((5, 10, 500), (4, 4, 80), (3, 0, 20))  # how many integers, from which level on, and the target's bound there
MARGIN = 1e-9  # more than floats err by at these sizes, and less than different values differ by


class CountdownClosestTarget(OptimizationEnvironment):
    """An expression of N integers that comes as close as possible to a target that none meets.

    Three integers up to 5 at first, four from level 4 on and five from level 10 on; numbers and target grow with each level.
    Reward: ((1 + least distance) / (1 + distance))^4.
    """

    numbers: Sequence[int]
    target: int

    paper_name = "CountdownClose"
    version = 3
    max_level = 20
    goal = "minimum"
    exponent = 4

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n, start, target = next(stage for stage in STAGES if level >= stage[1])
        return {"n": n, "largest": 5 + level, "target": grow(target, level - start, percent=20)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, target: int) -> Self:
        return cls(numbers=[rng.randint(2, largest) for _ in range(n)], target=rng.randint(target // 2, target))

    def acceptable(self) -> bool:
        return self.optimum > 1

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Write an arithmetic expression with + - * / and parentheses that uses each of them exactly once (a number listed "
            f"twice is used twice), in any order. Its value has to be as close as possible to {self.target}. "
            "The usual precedence applies, division is exact, and intermediate values may be negative or fractions. There are "
            "no other numbers, no signs in front of numbers or parentheses, and no powers."
        )

    def answer_format(self) -> AnswerFormat:
        return Expression(self.numbers)

    def solve(self) -> str:
        """For each value of the smaller part of a split look among the larger part's for its neighbours of the target."""
        tables = _tables(self.numbers)
        near: dict[float, str] = {}  # by the distance from the target
        for first, second in _splits((1 << len(self.numbers)) - 1):
            values = sorted(tables[first])
            for y, right in tables[second].items():
                for x in _neighbours(values, self.target, y):
                    near |= {abs(value - self.target): text for value, text in _joined(x, tables[first][x], y, right)}
        least = min(near)
        return min([text for distance, text in near.items() if distance <= least + MARGIN], key=self.objective)[1:-1]

    def objective(self, answer: str, /) -> Fraction:
        return 1 + abs(Expression.value(answer) - self.target)

    def guesses(self) -> Iterable[str]:
        *others, largest = map(str, sorted(self.numbers))
        if len(others) == 2:
            return []
        return [f" {sign} ".join([*others, largest]) for sign in "+*"] + [f"({' + '.join(others)}) * {largest}"]


@cache
def _splits(subset: int) -> list[tuple[int, int]]:
    """The ways to divide a set of numbers, given as a bit mask, in two non-empty ones, the larger one first."""
    pairs = [(first, subset ^ first) for first in range(1, subset) if first & subset == first]
    return [(a, b) for a, b in pairs if (a.bit_count(), a) > (b.bit_count(), b)]


def _joined(x: float, left: str, y: float, right: str) -> Iterator[tuple[float, str]]:
    """The values >= 0 that two such values make, with their expressions.

    Values below 0 are left out: who can reach -x can reach x, which is nearer.
    """
    yield x + y, f"({left} + {right})"
    yield x * y, f"({left} * {right})"
    yield (x - y, f"({left} - {right})") if x >= y else (y - x, f"({right} - {left})")
    if y:
        yield x / y, f"({left} / {right})"
    if x:
        yield y / x, f"({right} / {left})"


def _tables(numbers: Sequence[int]) -> dict[int, dict[float, str]]:
    """For each set of numbers but that of all, an expression for each of its values."""
    tables = {1 << i: {float(number): str(number)} for i, number in enumerate(numbers)}
    for subset in range(1, (1 << len(numbers)) - 1):
        if subset not in tables:
            pairs = [(tables[first].items(), tables[second].items()) for first, second in _splits(subset)]
            tables[subset] = {v: text for xs, ys in pairs for x, a in xs for y, b in ys for v, text in _joined(x, a, y, b)}
    return tables


def _neighbours(values: Sequence[float], target: int, y: float) -> set[float]:
    """The values just below and above those that, joined with y, give the target."""
    found: set[float] = set()
    for x in (target - y, target + y, y - target, target * y, y / target, *([target / y] if y else [])):
        place = bisect_left(values, x)
        found.update(values[max(0, place - 1) : place + 1])
    return found
