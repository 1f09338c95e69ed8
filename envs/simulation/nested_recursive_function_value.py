"""Evaluate a function that is defined by nested calls of itself."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class NestedRecursiveFunctionValue(Environment):
    """The value f(m, n) of a function that calls itself twice inside itself, with half of m.

    m is 2 at first and one more with every other level, n stays below a bound that does the same; so do the constants of the
    definition, with each level. Reward: exact.
    """

    m: int
    n: int
    added: int
    restart: int
    divisor: int

    paper_name = "RecursiveFunction"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"m": 2 + level // 2, "n": 2 + (level + 1) // 2, "constant": 3 + 3 * level}

    @classmethod
    def draw(cls, rng: Random, m: int, n: int, constant: int) -> Self:
        return cls(
            m=m,
            n=rng.randint(1, n),
            added=rng.randint(1, constant),
            restart=rng.randint(1, constant),
            divisor=rng.randint(2, n + 1),
        )

    def statement(self) -> str:
        return (
            "A function f of two integers is defined as follows, where // is division rounded down:\n"
            f"f(0, n) = n + {self.added} for n >= 0\n"
            f"f(m, 0) = f(m - 1, {self.restart}) for m >= 1\n"
            f"f(m, n) = f(m // 2, f(m // 2, n // {self.divisor})) + f(m // 2, f(m // 2, n - 1)) for m >= 1 and n >= 1\n"
            f"What is f({self.m}, {self.n})?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._value(self.m, self.n)

    def _value(self, m: int, n: int) -> int:
        """Each pair of arguments once; the calls are as deep as m at most."""
        known: dict[tuple[int, int], int] = {}

        def f(m: int, n: int) -> int:
            if m == 0:
                return n + self.added
            if (m, n) not in known:
                half = m // 2
                known[m, n] = f(half, f(half, n // self.divisor)) + f(half, f(half, n - 1)) if n else f(m - 1, self.restart)
            return known[m, n]

        return f(m, n)

    def rules(self) -> Mapping[str, int]:
        half, shares = self.m // 2, (self.n // self.divisor, self.n - 1)
        return {
            "without the inner calls": sum([self._value(half, share) for share in shares]),
            "without the outer calls": sum([share + 2 * self.added for share in shares]),
            "the second call twice": 2 * self._value(half, self._value(half, self.n - 1)),
        }
