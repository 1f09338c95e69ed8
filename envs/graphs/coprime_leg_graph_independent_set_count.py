"""Count the independent sets of a graph on numbers, joined where they are the legs of a primitive right triangle."""

from collections.abc import Callable, Iterable, Sequence
from math import gcd, isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near


class CoprimeLegGraphIndependentSetCount(Environment):
    """How many non-empty sets of N numbers hold no two legs of a primitive Pythagorean triangle; a tenth more numbers, and
    one, with each level.

    The numbers are legs of right triangles, more than half of these primitive, up to a bound that grows; some are there more
    than once. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "PythagoreanGraph_IndependentSetCounting"
    max_level = 30
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "bound": 15 + 4 * level + level**2}

    @classmethod
    def draw(cls, rng: Random, n: int, bound: int) -> Self:
        n = near(rng, n)
        legs = _legs(bound)
        primitive = [pair for pair in legs if gcd(*pair) == 1]
        others = [pair for pair in legs if gcd(*pair) > 1]
        pairs = [rng.choice(others if i % 3 == 1 and rng.random() < 0.6 else primitive) for i in range(n // 2)]
        numbers = [*pairs[0], *pairs[1], *[rng.choice(rng.choice(pairs)) for _ in range(n - 4)]]
        return cls(numbers=rng.sample(numbers, n))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array H of {n} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"A graph has the vertices 0 to {n - 1}, the positions in the array. Vertices i and j are joined by an edge when "
            "H[i]^2 + H[j]^2 is a square number and H[i] and H[j] have no common divisor above 1. Count the non-empty sets of "
            "vertices in which no two are joined; equal numbers at different positions are different vertices. Give the "
            f"number of such sets modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return self._count(lambda a, b: gcd(a, b) == 1 and _are_legs(a, b))

    def _count(self, joins: Callable[[int, int], bool]) -> int:
        """Take the values one after the other, each next to one taken before where there is such a one, and count the
        choices so far by the set of values still to come that they rule out.
        """
        copies = {value: self.numbers.count(value) for value in self.numbers}
        bit = {value: 1 << i for i, value in enumerate(copies)}
        joined = {a: [b for b in copies if joins(a, b)] for a in copies}
        order: list[int] = []
        stack = list(copies)
        while stack:
            if (value := stack.pop()) not in order:
                order.append(value)
                stack += joined[value]
        counts, to_come = {0: 1}, (1 << len(copies)) - 1
        for value in order:
            to_come ^= bit[value]
            ruled_out = sum(bit[other] for other in joined[value]) & to_come
            following: dict[int, int] = {}
            for state, count in counts.items():
                without = state & to_come
                following[without] = following.get(without, 0) + count
                if not state & bit[value]:  # at least one of its copies
                    chosen = without | ruled_out
                    following[chosen] = following.get(chosen, 0) + count * (2 ** copies[value] - 1)
            counts = following
        return (counts[0] - 1) % MODULUS

    def guesses(self) -> Iterable[int]:
        """All sets; of more than a few numbers those that hold no legs of a right triangle, primitive or not."""
        yield (2 ** len(self.numbers) - 1) % MODULUS
        if len(self.numbers) > 5:
            yield self._count(_are_legs)


def _legs(bound: int) -> list[tuple[int, int]]:
    """All legs a < b <= bound of right triangles with integer sides, by b: multiples of the primitive m^2 - n^2 and 2mn."""
    legs = []
    for n in range(1, isqrt(bound) + 1):
        for m in range(n + 1, min(bound // (2 * n), isqrt(bound + n * n)) + 1, 2):
            if gcd(m, n) == 1:
                a, b = sorted((m * m - n * n, 2 * m * n))
                legs += [(k * b, k * a) for k in range(1, bound // b + 1)]
    return [(a, b) for b, a in sorted(legs)]


def _are_legs(a: int, b: int) -> bool:
    """Whether a and b are the legs of a right triangle whose third side is an integer too."""
    return isqrt(a * a + b * b) ** 2 == a * a + b * b
