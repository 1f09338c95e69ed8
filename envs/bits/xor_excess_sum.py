"""Add up by how much exclusive ors exceed a bound."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class XorExcessSum(Environment):
    """The sum of max((x xor y) - K, 0) over all pairs of two ranges of integers.

    Each range has two integers at first, two or three at level 1, six at level 4, and a third as many again with each level from
    there on. It starts anywhere from 1 to the level's largest start, which is 8 at first and from level 4 on twice the length. K
    is less than half of the power of two above all; some pairs exceed it, some do not reach it. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]
    bound: int

    paper_name = "EnergyStorageMeter"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": rungs((2, 3, 4, 5, 6), level, percent=34), "start": rungs((8, 8, 8, 10, 12), level, percent=34)}

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        starts = [rng.randint(1, start) for _ in range(2)]
        xs, ys = ([start, start + rng.randint(max(2, length - max(1, length // 5)), length) - 1] for start in starts)
        return cls(xs=xs, ys=ys, bound=rng.randint(1, 2 ** max(xs[1], ys[1]).bit_length() // 2 - 1))

    def statement(self) -> str:
        return (
            f"Take all pairs (x, y) of integers with {between('x', self.xs)} and {between('y', self.ys)}. For each pair take the "
            f"bitwise exclusive or (xor) of x and y; if it exceeds {self.bound}, subtract {self.bound} from it, else put 0 for "
            f"it. Find the sum of these numbers. {XOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return _excess(self.xs, self.ys, self.bound)

    def guesses(self) -> Iterable[int]:
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        below_zero = _excess(self.xs, self.ys, 0) - self.bound * (x_high - x_low + 1) * (y_high - y_low + 1)
        return [0, max(0, below_zero)]


def _blocks(low: int, high: int) -> list[tuple[int, int]]:
    """The fewest (start, digits) such that low to high is made of the blocks of 2^digits integers from each start."""
    blocks = []
    while low <= high:
        digits = (high - low + 1).bit_length() - 1
        if low:
            digits = min(digits, (low & -low).bit_length() - 1)
        blocks.append((low, digits))
        low += 1 << digits
    return blocks


def _excess(xs: Sequence[int], ys: Sequence[int], bound: int) -> int:
    """By blocks of integers that share all but their last digits: each of one gives with the wider one a whole block."""
    total = 0
    y_blocks = _blocks(*ys)
    for x, x_digits in _blocks(*xs):
        for y, y_digits in y_blocks:
            digits, fewer = (x_digits, y_digits) if x_digits > y_digits else (y_digits, x_digits)
            first = (x ^ y) >> digits << digits
            last = first + (1 << digits) - 1
            if last > bound:
                least = max(first, bound + 1)
                total += (last - least + 1) * (least + last - 2 * bound) // 2 << fewer
    return total
