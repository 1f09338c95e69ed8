"""Count the contiguous subarrays whose mean is at least a threshold."""

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class SubarrayMeanThresholdCounting(Environment):
    """How many contiguous subarrays of N integers have a mean of at least K; a tenth more integers, and one, with each level.

    Three at first, from 0 to 2N. K is near the mean of all, where each subarray has to be looked at. Reward: exact.
    """

    numbers: Sequence[int]
    k: int

    paper_name = "BoundedMeanSubarrayCounting"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(0, 2 * n) for _ in range(n)]
        spread = n // 6
        return cls(numbers=numbers, k=sum(numbers) // n + rng.randint(-spread, spread + 1))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"How many of its non-empty contiguous subarrays have a mean (sum divided by length) of at least {self.k}? "
            "Subarrays at different places count separately, even if their entries are equal."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The pairs of prefix sums of number - k of which the later one is not smaller."""
        count, before = 0, [0]
        for total in accumulate([number - self.k for number in self.numbers]):
            count += bisect_right(before, total)
            insort(before, total)
        return count

    def guesses(self) -> Iterable[int]:
        n = len(self.numbers)
        return [0, n * (n + 1) // 2]

    def rules(self) -> Mapping[str, int]:
        n, large = len(self.numbers), sum([number >= self.k for number in self.numbers])
        return {"entries that are large enough": large, "their share of all": large * (n + 1) // 2, "half": n * (n + 1) // 4}
