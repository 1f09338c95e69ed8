"""Add up the numbers of divisors of bitwise exclusive ors."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class DivisorCountXorSum(Environment):
    """The divisors of i xor j xor X for all i and j of two ranges.

    At first one range holds a single integer and the other two, and X has three bits; both hold three at level 4, and a third
    more, and one, with each level from there on. Then each starts anywhere from 1 to four times its length, and X is up to
    twenty times as large. Reward: exact.
    """

    i_range: Sequence[int]
    j_range: Sequence[int]
    mask: int

    paper_name = "SumXorDivisorNum"
    version = 2
    max_level = 34

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        long = rungs((2, 2, 3, 3, 3), level, percent=33, plus=1)
        short, start, mask = ((1, 6, 7), (2, 6, 7), (2, 10, 15), (2, 12, 31))[level] if level < 4 else (long, 4 * long, 20 * long)
        return {"short": short, "long": long, "start": start, "mask": mask}

    @classmethod
    def draw(cls, rng: Random, short: int, long: int, start: int, mask: int) -> Self:
        lengths = rng.sample([near(rng, short), near(rng, long)], 2)
        lows = [rng.randint(1, start) for _ in lengths]
        i_range, j_range = ([low, low + length - 1] for low, length in zip(lows, lengths, strict=True))
        return cls(i_range=i_range, j_range=j_range, mask=rng.randint(0, mask))

    def statement(self) -> str:
        return (
            f"{DIVISOR_COUNT}, and let d(0) = 0. "
            f"Give the sum of d(i xor j xor {self.mask}) over all pairs (i, j) of integers with "
            f"{between('i', self.i_range)} and {between('j', self.j_range)}. Here xor is the bitwise exclusive or of integers."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Cut both ranges into aligned blocks of powers of two: the xor of two blocks is an aligned block again."""
        total = 0
        for i, i_size in _aligned_blocks(*self.i_range):
            for j, j_size in _aligned_blocks(*self.j_range):
                larger, smaller = max(i_size, j_size), min(i_size, j_size)
                start = (i ^ j ^ self.mask) // larger * larger
                within = divisor_count_sum(start + larger - 1) - divisor_count_sum(max(start - 1, 0))
                total += smaller * within  # each integer of the larger block comes about in that many ways
        return total

    def guesses(self) -> Iterable[int]:
        """As if one range could stand for the other: the sum over one of them, times the other's length."""
        if self.i_range[1] - self.i_range[0] < 2:
            return
        for one, other in ((self.i_range, self.j_range), (self.j_range, self.i_range)):
            yield (one[1] - one[0] + 1) * (divisor_count_sum(other[1]) - divisor_count_sum(other[0] - 1))


def _aligned_blocks(low: int, high: int) -> Iterator[tuple[int, int]]:
    """The (start, size) of the longest blocks that make up low..high, each with a power of two that divides its start."""
    while low <= high:
        size = 1
        while low % (2 * size) == 0 and low + 2 * size <= high + 1:
            size *= 2
        yield low, size
        low += size
