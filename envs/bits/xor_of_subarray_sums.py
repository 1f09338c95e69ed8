"""Take the exclusive or of the sums of all subarrays."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.bitwise import XOR


class XorOfSubarraySums(Environment):
    """The exclusive or of the sums of all subarrays of N integers; one more integer with each level.

    Three integers up to 9 at first; the largest grows by a fifth, and two, with each level. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "SubarraySumXor"
    max_level = 36

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "largest": grow(9, level, percent=20, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"For each of its {n * (n + 1) // 2} subarrays, which are one or more consecutive entries, take the sum of the "
            "entries; that of a single entry is the entry. Find the bitwise exclusive or (xor) of all these sums; a sum that "
            f"occurs several times is taken as often. {XOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """A subarray has the difference of two prefix sums."""
        prefixes, result = [0], 0
        for number in self.numbers:
            prefix = prefixes[-1] + number
            for before in prefixes:
                result ^= prefix - before
            prefixes.append(prefix)
        return result

    def guesses(self) -> Iterable[int]:
        entries = 0
        for number in self.numbers:
            entries ^= number
        return [entries, sum(self.numbers), 0]
