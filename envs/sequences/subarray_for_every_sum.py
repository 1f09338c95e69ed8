"""Find subarrays of ones and twos with given sums."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.sizes import near


class SubarrayForEverySum(ConstraintEnvironment):
    """For each of some targets a subarray of N ones and twos with that sum, or that there is none; one more with each level.

    Three integers and two targets at first, one target more at every other level. Most integers are twos. From level 3 on
    some target is the sum of an inner subarray only, of none that starts or ends the array.
    Reward: (share of targets that are right)^5.
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
        before = [0, *accumulate(numbers)]
        chosen = rng.sample(range(1, before[-1] + 1), targets)
        if n > 5:
            inner = {b - a for a, b in combinations(before[1:-1], 2)}.difference(before, [before[-1] - a for a in before])
            if inner and inner.isdisjoint(chosen):
                chosen[0] = rng.choice(sorted(inner))
        return cls(numbers=numbers, targets=sorted(chosen))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"For each of these {len(self.targets)} targets, find a contiguous subarray whose sum is the target:\n"
            f"{' '.join(map(str, self.targets))}\n"
            "Give for each target, in order, the positions of the first and of the last entry of its subarray (twice the same "
            "where it has one entry), or -1 -1 where there is no such subarray."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2 * len(self.targets), low=-1, high=len(self.numbers) - 1, pairs=True)

    def solve(self) -> list[int]:
        return self._found(len(self.numbers))

    def _found(self, starts: int) -> list[int]:
        """For each target the first subarray that starts at one of the first `starts` positions or ends the array."""
        before = [0, *accumulate(self.numbers)]
        place = {total: position for position, total in enumerate(before)}
        found = []
        for target in self.targets:
            tried = [*range(starts), place.get(before[-1] - target, 0)]
            first = next((i for i in tried if before[i] + target in place), -1)
            found += [first, place[before[first] + target] - 1] if first >= 0 else [-1, -1]
        return found

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        right = 0
        for target, exists, first, last in zip(self.targets, self.reference[::2], answer[::2], answer[1::2], strict=True):
            if first < 0:
                right += exists < 0 and last == -1
            else:
                right += sum(self.numbers[first : last + 1]) == target
        return right, len(self.targets)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._found(1)] if len(self.numbers) > 5 else []
