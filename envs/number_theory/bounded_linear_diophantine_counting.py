"""Count the integer points of a box that solve a linear equation."""

from collections.abc import Mapping, Sequence
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class BoundedLinearDiophantineCounting(Environment):
    """How many integer pairs x, y of two ranges satisfy A x + B y = C, where A > 0 and B may be negative.

    A range holds at most 6 integers at first, 30 at level 4, and twice as many with each level from there on; A and B are much
    smaller, so that the number varies. From level 3 on there are two C for the same A, B and ranges; A and B have a common
    factor in a third of the problems, which one C may lack; and over a third of the numbers are not what is to be expected
    without a look at the remainders. Reward: exact, all needed.
    """

    a: int
    b: int
    cs: Sequence[int]
    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "BinaryLinearEquation_SolutionCounting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "width": rungs((6, 8, 10, 20, 30), level, percent=100),
            "coefficient": rungs((3, 3, 4, 6, 8), level, percent=40),
            "factor": 1 if level < 3 else 3,
            "questions": 1 if level < 3 else 2,
        }

    @classmethod
    def draw(cls, rng: Random, width: int, coefficient: int, factor: int, questions: int) -> Self:
        factor = rng.choice((1, rng.randint(1, factor)))
        a, b = (factor * number for number in rng.sample(range(max(1, coefficient // 2), coefficient + 1), 2))
        b *= rng.choice((1, -1))
        starts = [rng.randint(-(width // 2), 2) for _ in range(2)]
        xs, ys = ([start, start + near(rng, width) - 1] for start in starts)
        values = sorted([a * x + b * y for x in xs for y in ys])
        cs: list[int] = []
        for _ in range(questions):
            some = [rng.randint(values[0], values[-1]) for _ in range(1 if questions == 1 else 12)]
            wanted = rng.random() < 0.4
            fitting = [c for c in some if (_count(a, b, c, xs, ys) == _expected(a, b, c, xs, ys)) == wanted]
            cs.append((fitting or some)[0])
        return cls(a=a, b=b, cs=cs, xs=xs, ys=ys)

    def acceptable(self) -> bool:
        if len(self.cs) == 1:
            return True
        factor = gcd(self.a, self.b)
        return len(set(self.cs)) == len(self.cs) and any(c % factor == 0 for c in self.cs)

    def statement(self) -> str:
        a, b = (f"{number if number > 1 else ''}" for number in (self.a, abs(self.b)))
        left = f"{a}x {'+' if self.b > 0 else '-'} {b}y"
        ranges = f"with {between('x', self.xs)} and {between('y', self.ys)}"
        if len(self.cs) == 1:
            return f"How many pairs (x, y) of integers {ranges} satisfy {left} = {self.cs[0]}?"
        first, second = self.cs
        return (
            f"How many pairs (x, y) of integers {ranges} satisfy {left} = {first}, "
            f"and how many {left} = {second}? Give both, in this order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.cs), low=0)

    def solve(self) -> list[int]:
        return [_count(self.a, self.b, c, self.xs, self.ys) for c in self.cs]

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"expected": [_expected(self.a, self.b, c, self.xs, self.ys) for c in self.cs]}


def _interval(a: int, b: int, c: int, xs: Sequence[int], ys: Sequence[int]) -> tuple[int, int]:
    """The least and the largest integer x of its range for which the rational y of the equation lies in its range."""
    low, high = sorted([c - b * y for y in ys])
    return max(xs[0], -(-low // a)), min(xs[1], high // a)


def _count(a: int, b: int, c: int, xs: Sequence[int], ys: Sequence[int]) -> int:
    """The equation asks for one remainder of x modulo |B| / gcd(A, B), if for any."""
    factor = gcd(a, b)
    if c % factor:
        return 0
    period = abs(b) // factor
    remainder = c // factor * pow(a // factor, -1, period)
    low, high = _interval(a, b, c, xs, ys)
    return max(0, (high - remainder) // period - (low - 1 - remainder) // period)


def _expected(a: int, b: int, c: int, xs: Sequence[int], ys: Sequence[int]) -> int:
    """One x in so many, rounded to the nearest integer."""
    factor = gcd(a, b)
    low, high = _interval(a, b, c, xs, ys)
    return 0 if c % factor else (2 * max(0, high - low + 1) * factor // abs(b) + 1) // 2
