"""Find subarrays of ones and twos with given sums."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.sizes import near

NONE = (-1, -1)


class SubarrayForEverySum(ConstraintEnvironment):
    """For each of some targets a subarray of N ones and twos with that sum, or that there is none; one more with each level.

    Three integers and two targets at first, one target more at every other level. From level 3 on, the targets are not all
    the sum of a subarray at one end of the array, or of none. Reward: (share of targets that are right)^5.
    """

    numbers: Sequence[int]
    targets: Sequence[int]

    paper_name = "LIZ_Lollipop"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "targets": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, targets: int) -> Self:
        twos = near(rng, 85)  # percent
        numbers = [1 + (rng.randrange(100) < twos) for _ in range(n)]
        return cls(numbers=numbers, targets=sorted(rng.sample(range(1, sum(numbers) + 1), targets)))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Here are {len(self.targets)} targets:\n{' '.join(map(str, self.targets))}\n"
            "For each target, in order, find a contiguous subarray whose sum is the target. Give the positions of its first and "
            "of its last entry, or -1 -1 where there is no such subarray."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2 * len(self.targets), low=-1, high=len(self.numbers) - 1, pairs=True)
