"""Count the integers of an interval whose digits contain a palindrome."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class NumbersWithPalindromicSubstringCount(Environment):
    """How many integers of an interval have a palindrome of two or more digits in them; at most 14 integers at first.

    They are 150 at level 3, and four fifths more with each level from there on. The interval lies anywhere below twenty times
    that, up to level 2 below 1,000. Reward: exact.
    """

    low: int
    high: int

    paper_name = "PalindromicSubstringNumberCounting"

    max_level = 36  # counts of 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": rungs((14, 22, 40, 150), level, percent=80),
            "end": rungs((400, 600, 999, 3000), level, percent=80),
        }

    @classmethod
    def draw(cls, rng: Random, length: int, end: int) -> Self:
        length = rng.randint(length - max(7, length // 5), length)
        low = rng.randint(1, end - length)
        return cls(low=low, high=low + length - 1)

    def statement(self) -> str:
        return (
            f"Count the integers n from {self.low} to {self.high} (both included) in which two or more neighbouring digits form "
            "a palindrome, that is, read the same from left to right and from right to left. The integers are written in decimal "
            "without leading zeros."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=self.high - self.low + 1)

    def solve(self) -> int:
        """All integers, less those in which each digit differs from the two before it."""
        return self.high - self.low + 1 - (_without(self.high) - _without(self.low - 1))

    def guesses(self) -> Iterable[int]:
        """As if each digit after the first made a palindrome with a chance of 1/10, and each after the second with another."""
        length, digits = self.high - self.low + 1, len(str(self.high))
        if self.high < 600 or length < 20:
            return []
        share = 9 * 9 * 8 ** (digits - 2)
        return [length - length * share // (9 * 10 ** (digits - 1)), length // 10, length // 5]

    def rules(self) -> Mapping[str, int]:
        """Only two equal digits side by side are seen; on a long interval, only one part in so many is looked at."""
        step = 1 + (self.high - self.low) // 1000
        seen = [str(n) for n in range(self.low, self.high + 1, step)]
        return {"equal neighbours": step * sum([any(a == b for a, b in pairwise(n)) for n in seen])}


def _without(n: int) -> int:
    """How many of 1..n have no palindrome of two or three digits in them, and so none at all.

    A first digit may be followed by 9 others, a later one by 8. The integers of fewer digits come first; then those that share
    with n + 1 all digits up to some place, and have a smaller one there.
    """
    digits = [int(digit) for digit in str(n + 1)]
    total = sum([9 if length == 1 else 81 * 8 ** (length - 2) for length in range(1, len(digits))])
    for place, digit in enumerate(digits):
        before = digits[max(0, place - 2) : place]
        smaller = digit - (place == 0) - sum([other < digit for other in before])
        rest = len(digits) - 1 - place
        total += smaller * (8**rest if place or not rest else 9 * 8 ** (rest - 1))
        if digit in before:
            break
    return total
