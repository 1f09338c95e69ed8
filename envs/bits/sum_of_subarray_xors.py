"""Add up the exclusive ors of all subarrays."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.bitwise import XOR


class SumOfSubarrayXors(Environment):
    """The sum of the exclusive ors of all subarrays of N integers; one more integer with each level.

    Three integers of three binary digits at first; one digit more with every second level. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "SubarrayXorSum"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "bits": 3 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        return cls(numbers=[rng.randint(1, 2**bits - 1) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"For each of its {n * (n + 1) // 2} subarrays, which are one or more consecutive entries, take the bitwise "
            f"exclusive or (xor) of the entries; that of a single entry is the entry. {XOR} Find the sum of these values."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """A subarray has the xor of two prefixes: for each digit, count the pairs of prefixes that differ in it."""
        prefixes = [0]
        for number in self.numbers:
            prefixes.append(prefixes[-1] ^ number)
        total = 0
        for digit in range(max(self.numbers).bit_length()):
            ones = sum([prefix >> digit & 1 for prefix in prefixes])
            total += ones * (len(prefixes) - ones) << digit
        return total

    def guesses(self) -> Iterable[int]:
        n, total = len(self.numbers), sum(self.numbers)
        weighted = sum([number * (place + 1) * (n - place) for place, number in enumerate(self.numbers)])
        return [total, weighted]
