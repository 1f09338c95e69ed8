"""Count the integers of a range whose digits have a longest increasing subsequence of a given length."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
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
        drawn = str(rng.randint(low, low + count - 1))
        return cls(bounds=(low, low + count - 1), length=_longest(drawn))

    def statement(self) -> str:
        return (
            f"For how many integers x with {between('x', self.bounds)} do the decimal digits of x, from left to right, have a "
            f"longest strictly increasing subsequence of exactly {self.length} digit{'s' * (self.length > 1)}? "
            "A subsequence is what is left when any digits, or none, are removed and the others keep their order."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Digit by digit: the integers below the end of the range, less those below its start.

        A state has, as a mask, the least last digit of an increasing subsequence of each length; a new digit takes the place of
        the least one that is not smaller, or makes a longer one.
        """
        low, high = self.bounds
        ends = [(1, str(high + 1)), (-1, str(low))]
        total, below = max([len(digits) for _, digits in ends]), {}
        on_edge = [0, 0]
        for left in range(total, 0, -1):
            longer: dict[int, int] = {}
            for mask, count in below.items():
                for digit in range(10):
                    new = _with(mask, digit)
                    longer[new] = longer.get(new, 0) + count
            for which, (sign, digits) in enumerate(ends):
                if left < len(digits):  # shorter integers start here
                    for digit in range(1, 10):
                        longer[1 << digit] = longer.get(1 << digit, 0) + sign
                if left <= len(digits):
                    edge = int(digits[-left])
                    for digit in range(left == len(digits), edge):
                        new = _with(on_edge[which], digit)
                        longer[new] = longer.get(new, 0) + sign
                    on_edge[which] = _with(on_edge[which], edge)
            below = {
                mask: count
                for mask, count in longer.items()
                if count and mask.bit_count() <= self.length < mask.bit_count() + left
            }
        return sum(below.values())

    def guesses(self) -> Iterable[int]:
        low, high = self.bounds
        return [high - low + 1] if high - low > 15 else []

    def rules(self) -> Mapping[str, int]:
        low, high = self.bounds
        if high - low > 1000:  # these look at each integer
            return {}
        digits = [str(x) for x in range(low, high + 1)]
        return {
            "equal digits as increasing": sum([_longest(x, strict=False) == self.length for x in digits]),
            "runs of neighbouring digits": sum([_longest_run(x) == self.length for x in digits]),
            "different digits": sum([len(set(x)) == self.length for x in digits]),
        }


def _with(mask: int, digit: int) -> int:
    not_smaller = mask >> digit << digit
    return mask ^ (not_smaller & -not_smaller) | 1 << digit


def _longest(digits: str, *, strict: bool = True) -> int:
    """The length of a longest increasing subsequence, by the least last digit of one of each length."""
    last: list[str] = []
    for digit in digits:
        place = (bisect_left if strict else bisect_right)(last, digit)
        last[place : place + 1] = [digit]
    return len(last)


def _longest_run(digits: str) -> int:
    longest = run = 1
    for a, b in pairwise(digits):
        run = run + 1 if a < b else 1
        longest = max(longest, run)
    return longest
