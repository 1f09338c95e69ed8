"""Add up the numbers of divisors of bitwise exclusive ors."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum
from rlve.envs.toolkit.sizes import near


class DivisorCountXorSum(Environment):
    """The divisors of i xor j xor X for all i and j of two ranges; ranges and X a third larger, and more, with each level.

    Each range starts anywhere from 1 to four times the level's length, X is up to twenty times as large. Reward: exact.
    """

    i_range: Sequence[int]
    j_range: Sequence[int]
    mask: int

    paper_name = "SumXorDivisorNum"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": grow(3, level, percent=33, plus=1)}

    @classmethod
    def draw(cls, rng: Random, length: int) -> Self:
        starts = [rng.randint(1, 4 * length) for _ in range(2)]
        i_range, j_range = ([start, start + near(rng, length) - 1] for start in starts)
        return cls(i_range=i_range, j_range=j_range, mask=rng.randint(0, 20 * length))

    def statement(self) -> str:
        (i_low, i_high), (j_low, j_high) = self.i_range, self.j_range
        return (
            f"{DIVISOR_COUNT}, and let d(0) = 0. "
            f"Give the sum of d(i xor j xor {self.mask}) over all ordered pairs (i, j) of integers with "
            f"{i_low} <= i <= {i_high} and {j_low} <= j <= {j_high}. Here xor is the bitwise exclusive or of integers."
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
