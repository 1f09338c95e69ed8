"""Count the integers of a range whose digits have a longest increasing subsequence of a given length."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class CountNumbersByDigitLis(Environment):
    """How many integers of a range have digits with a longest increasing subsequence of length K.

    The range holds about ten integers of two digits at first, about 30 of five digits at level 4, and three fifths more with
    each level from there on, as its start does. Reward: exact.
    """

    bounds: Sequence[int]
    length: int

    paper_name = "DigitLISCounting"
    max_level = 40  # a range of 675 million integers

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "count": rungs((10, 12, 16, 22, 30), level, percent=60),
            "largest": rungs((99, 99, 999, 20000, 40000), level, percent=60),
        }

    @classmethod
    def draw(cls, rng: Random, count: int, largest: int) -> Self:
        count = near(rng, count)
        low = rng.randint(largest // 3, largest - count + 1)
        drawn = rng.randint(low, low + count - 1)
        return cls(bounds=(low, low + count - 1), length=_mask(drawn).bit_count())

    def statement(self) -> str:
        return (
            f"For how many integers x with {between('x', self.bounds)} do the decimal digits of x, from left to right, have a "
            f"longest strictly increasing subsequence of exactly {self.length} digit{'s' * (self.length > 1)}? "
            "A subsequence is what is left when any digits, or none, are removed and the others keep their order."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Cut the range into blocks of integers with the same first digits; add the other digits to the masks of those."""
        low, end = self.bounds[0], self.bounds[1] + 1
        blocks = [Counter[int]() for _ in str(end)]
        while low < end:
            free = max([k for k in range(len(blocks)) if low % 10**k == 0 and low + 10**k <= end])
            blocks[free][_mask(low // 10**free)] += 1
            low += 10**free
        ways = Counter[int]()
        for longer in reversed(blocks):
            for mask, count in ways.items():
                for digit in range(10):
                    longer[_with(mask, digit)] += count
            ways = longer
        return sum([count for mask, count in ways.items() if mask.bit_count() == self.length])

    def guesses(self) -> Iterable[int]:
        low, high = self.bounds
        return [high - low + 1] if high - low > 15 else []

    def rules(self) -> Mapping[str, int]:
        low, high = self.bounds
        digits = [str(x) for x in range(low, high + 1)[:1000]]
        runs = [_longest_run(x) == self.length for x in digits]
        return {"runs of neighbouring digits": sum(runs), "different digits": sum([len({*x}) == self.length for x in digits])}


def _mask(number: int) -> int:
    """The least last digit of an increasing subsequence of each length."""
    return reduce(_with, map(int, str(number)), 0)


def _with(mask: int, digit: int) -> int:
    """A new digit takes the place of the least one that is not smaller, or makes a longer subsequence."""
    not_smaller = mask >> digit << digit
    return mask ^ (not_smaller & -not_smaller) | 1 << digit


def _longest_run(digits: str) -> int:
    longest = run = 1
    for a, b in pairwise(digits):
        run = run + 1 if a < b else 1
        longest = max(longest, run)
    return longest
