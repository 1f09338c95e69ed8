"""Count a pattern in the binary string that a linear formula and a threshold define."""

from collections.abc import Mapping
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near


class ModularThresholdStringPatternCount(Environment):
    """How often a pattern occurs in a string of N characters, 0 at position i where (A i + B) mod N < P and 1 elsewhere.

    N is 8 or 9 at first and grows by a half with each level. The pattern has two characters at first, and one more every other
    level. In most problems it would also occur across the end, if the string were cyclic, or can overlap itself.
    Reward: exact.
    """

    n: int
    a: int
    b: int
    p: int
    pattern: str

    paper_name = "KUR"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(9, level, percent=50), "m": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, m: int) -> Self:
        n = near(rng, n)
        a, b, p = rng.randint(2, n - 2), rng.randrange(n), rng.randint(n // 4, n - n // 4)
        while gcd(a, n) > 1:
            a += 1
        starts = [rng.randint(n - m + 1, n - 1) if rng.randrange(3) else rng.randint(0, n - m) for _ in range(2)]
        patterns = ["".join(["01"[(a * i + b) % n >= p] for i in range(start, start + m)]) for start in starts]
        return cls(n=n, a=a, b=b, p=p, pattern=max(patterns, key=_overlaps))

    def statement(self) -> str:
        return (
            f"A string has {self.n} characters, at the positions 0 to {self.n - 1}. At position i stands a 0 "
            f"if ({self.a} * i + {self.b}) mod {self.n} < {self.p}, and a 1 otherwise. How often does {self.pattern} occur in it "
            "as a block of neighbouring characters? Occurrences may overlap, but do not run on from the end to the beginning."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=self.n - len(self.pattern) + 1)

    def solve(self) -> int:
        """Every v = (A i + B) mod N belongs to one start i. Each character of the pattern, and the end, rules intervals out."""
        n, m = self.n, len(self.pattern)
        out = []
        for i in range(n - m + 1, n):
            v = (self.a * i + self.b) % n
            out.append((v, v + 1))
        for j, symbol in enumerate(self.pattern):
            low, length = (self.p, n - self.p) if symbol == "0" else (0, self.p)
            v = (low - self.a * j) % n
            out += [(v, min(v + length, n)), (0, v + length - n)]
        left = end = 0
        for low, high in sorted(out):
            left += max(0, low - end)
            end = max(end, high)
        return left + n - end

    def rules(self) -> Mapping[str, int]:
        """As if the characters were independent; where the string is short, as if it were cyclic; without overlaps."""
        zeros = self.pattern.count("0")
        share = self.n * self.p**zeros * (self.n - self.p) ** (len(self.pattern) - zeros)
        found = {"independent characters": share // self.n ** len(self.pattern)}
        if self.n < 1000:
            string = "".join(["01"[(self.a * i + self.b) % self.n >= self.p] for i in range(self.n)])
            cyclic = string + string[: len(self.pattern) - 1]
            found["cyclic"] = sum([cyclic.startswith(self.pattern, i) for i in range(self.n)])
            found["without overlaps"] = string.count(self.pattern)
        return found


def _overlaps(pattern: str) -> int:
    """In how many ways it can overlap itself."""
    return sum([pattern.startswith(pattern[k:]) for k in range(1, len(pattern))])
