"""Add up the numbers of divisors of bitwise exclusive ors."""

from collections.abc import Iterator
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.primes import divisor_count_sum


class DivisorCountXorSum(Environment):
    """The divisors of i xor j xor X for all i up to N and j up to M; N, M and X two fifths larger, and more, with each level.

    N and M lie in the upper half of the level's range, X is up to twenty times as large. Reward: exact.
    """

    i_high: int
    j_high: int
    mask: int

    paper_name = "SumXorDivisorNum"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": grow(2, level, percent=40, plus=2)}

    @classmethod
    def draw(cls, rng: Random, size: int) -> Self:
        i_high, j_high = (rng.randint(size // 2, size) for _ in range(2))
        return cls(i_high=i_high, j_high=j_high, mask=rng.randint(0, 20 * size))

    def statement(self) -> str:
        return (
            "Let d(n) be the number of positive divisors of an integer n >= 1, with 1 and n counted among them, and let "
            f"d(0) = 0. Give the sum of d(i xor j xor {self.mask}) over all ordered pairs (i, j) of integers with "
            f"0 <= i <= {self.i_high} and 0 <= j <= {self.j_high}. Here xor is the bitwise exclusive or of integers."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Cut both ranges into aligned blocks of powers of two: the xor of two blocks is an aligned block again."""
        total = 0
        for i, i_size in _aligned_blocks(self.i_high + 1):
            for j, j_size in _aligned_blocks(self.j_high + 1):
                larger, smaller = max(i_size, j_size), min(i_size, j_size)
                start = (i ^ j ^ self.mask) // larger * larger
                within = divisor_count_sum(start + larger - 1) - divisor_count_sum(max(start - 1, 0))
                total += smaller * within  # each integer of the larger block comes about in that many ways
        return total


def _aligned_blocks(end: int) -> Iterator[tuple[int, int]]:
    """The (start, size) of blocks that make up 0..end-1, one for each bit of end; the sizes are powers of two."""
    for bit in range(end.bit_length()):
        if end >> bit & 1:
            yield (end >> bit ^ 1) << bit, 1 << bit
