"""Multiply the Fibonacci numbers of greatest common divisors."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.ranges import multiples
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class FibonacciOfGcdProduct(Environment):
    """The product of F(gcd(i, j)) over two ranges of i and j, modulo 10007, which divides no F(n) that occurs.

    A range holds 2 integers at first, 3 at level 2, 5 at level 4, and a third more with each level from there on. It starts
    in the upper two thirds of the level's starts, the largest of which is 12 at first and 45 at level 4.
    Up to level 2 the product is below 1,000. Reward: exact.
    """

    i_range: Sequence[int]
    j_range: Sequence[int]

    paper_name = "GCDFibonacciProduct"
    max_level = 24  # the solver's sums over multiples

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "i_length": rungs((2, 3, 3, 4, 5), level, percent=34),
            "j_length": rungs((2, 2, 3, 4, 5), level, percent=34),
            "start": rungs((12, 14, 36, 40, 45), level, percent=30),
        }

    @classmethod
    def draw(cls, rng: Random, i_length: int, j_length: int, start: int) -> Self:
        i_low, j_low = (rng.randint(start // 3, start) for _ in range(2))
        return cls(i_range=(i_low, i_low + near(rng, i_length) - 1), j_range=(j_low, j_low + near(rng, j_length) - 1))

    def acceptable(self) -> bool:
        i_high, j_high = self.i_range[1], self.j_range[1]
        if (i_high - self.i_range[0]) * (j_high - self.j_range[0]) > 4:
            return True
        numbers = _fibonacci_numbers(min(i_high, j_high))
        return prod([numbers[divisor] for divisor in self._divisors()]) < 1000

    def statement(self) -> str:
        return (
            "Let F(1) = F(2) = 1 and F(n) = F(n-1) + F(n-2) for n > 2, and let gcd(i, j) be the greatest common divisor. "
            f"Multiply F(gcd(i, j)) for all pairs of integers with {between('i', self.i_range)} and "
            f"{between('j', self.j_range)}. "
            f"Give this product modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Count the pairs whose gcd is g: those of multiples of g, less those whose gcd is 2g, 3g, ..."""
        top = min(self.i_range[1], self.j_range[1])
        numbers, pairs = _fibonacci_numbers(top), [0] * (top + 1)
        product = 1
        for g in range(top, 0, -1):
            common = multiples(g, self.i_range) * multiples(g, self.j_range)
            if common:
                pairs[g] = common - sum(pairs[2 * g :: g])
                product = product * pow(numbers[g], pairs[g], MODULUS) % MODULUS
        return product

    def guesses(self) -> Iterable[int]:
        return [1]

    def rules(self) -> Mapping[str, int]:
        """As if all pairs but one had the gcd 1 or 2; the gcds in place of the Fibonacci numbers."""
        divisors = self._divisors()
        return {
            "largest": _fibonacci_numbers(max(divisors))[max(divisors)] % MODULUS,
            "divisors": prod(divisors) % MODULUS,
        }

    def _divisors(self) -> list[int]:
        """gcd(i, j) for all pairs."""
        (i_low, i_high), (j_low, j_high) = self.i_range, self.j_range
        return [gcd(i, j) for i in range(i_low, i_high + 1) for j in range(j_low, j_high + 1)]


def _fibonacci_numbers(n: int) -> list[int]:
    """F(0) to F(n), n >= 1."""
    numbers = [0, 1]
    while len(numbers) <= n:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers
