"""Count the binary strings with a given beginning and without a given pattern."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class CountBinaryStringsAvoidingPattern(Environment):
    """How many binary strings of length N begin with given characters and do not contain a pattern.

    N is at most 5 at first, two more with each level; the pattern has up to 3 characters, one more every third level, and fewer
    begin the string. From level 3 on these are at most two, and then some that begin the pattern. Reward: exact.
    """

    length: int
    start: str
    pattern: str

    paper_name = "NotContainingStringCounting"
    max_level = 17  # counts of at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + 2 * level, "m": 3 + (level + 1) // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, m: int) -> Self:
        pattern, start = _bits(rng, m - 1, m), _bits(rng, 1, m - 1)
        if n > 10:
            start = start[:2] + pattern[: rng.randint(1, len(pattern) - 1)]
        return cls(length=rng.randint(n - n // 4, n), start=start, pattern=pattern)

    def statement(self) -> str:
        return (
            f"How many strings of {self.length} characters, each of them 0 or 1, begin with {self.start} "
            f"and do not contain {self.pattern} as consecutive characters anywhere, the beginning included?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def acceptable(self) -> bool:
        return self.pattern not in self.start

    def solve(self) -> int:
        return _count(self.pattern, self.start, self.length)

    def guesses(self) -> Iterable[int]:
        free = self.length - len(self.start)
        return [1, 2**free, _count(self.pattern, "", free)] if free > 5 else []

    def rules(self) -> dict[str, int]:
        free, m = self.length - len(self.start), len(self.pattern)
        return {
            "less those with the pattern at a place": 2**free - max(0, free - m + 1) * 2 ** max(0, free - m),
            "a pattern that does not overlap itself": _count("0" * (m - 1) + "1", "", free),
            "the same share as without a beginning": _count(self.pattern, "", self.length) // 2 ** len(self.start),
        }


def _bits(rng: Random, shortest: int, longest: int) -> str:
    """Any string of zeros and ones of such a length."""
    return f"{rng.randrange(2**shortest, 2 ** (longest + 1)):b}"[1:]


def _count(pattern: str, start: str, length: int) -> int:
    """By the number of last characters that begin the pattern: how many strings there are, one more character at a time."""
    after = {
        (matched, new): next(k for k in range(matched + 1, -1, -1) if (pattern[:matched] + new).endswith(pattern[:k]))
        for matched in range(len(pattern))
        for new in "01"
    }
    matched = 0
    for character in start:
        matched = after[matched, character]
    ways = Counter({matched: 1})
    for _ in range(length - len(start)):
        longer: Counter[int] = Counter()
        for matched, number in ways.items():
            for new in "01":
                if after[matched, new] < len(pattern):
                    longer[after[matched, new]] += number
        ways = longer
    return sum(ways.values())
