"""Rearrange an array so that no choice of positions keeps its sum."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, grow


class SubsetSumAvoidingPermutation(ConstraintEnvironment):
    """Rearrange N different integers so that every set of positions changes its sum; a tenth more, and one, with each level.

    Reward: 1 when no set of positions, neither empty nor all, has the same sum before and after, else 0.
    """

    numbers: Sequence[int]

    paper_name = "DistinctArrayPermutation"
    exemptions = {"simple-rule": "to give each place the next larger value is the algorithm"}
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=rng.sample(range(2 * n), n))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} different integers:\n{' '.join(map(str, self.numbers))}\n"
            "Rearrange it so that for every set of positions, other than none and all, the sum of the entries at these "
            "positions is not what it was in the given array. Give the new array."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers))

    def solve(self) -> list[int]:
        """Each value's place takes the next larger value, that of the largest takes the smallest: a proper set without the
        largest grows, and one with it shrinks, as the others grow."""
        ascending = sorted(self.numbers)
        after = dict(zip(ascending, ascending[1:] + ascending[:1], strict=True))
        return [after[value] for value in self.numbers]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if sorted(answer) != sorted(self.numbers):
            raise Infeasible("not a rearrangement of the array")
        changes = [now - before for before, now in zip(self.numbers, answer, strict=True)]
        # A set and the rest change by opposite sums: sets without the last position tell. Bit zero + s is set: one changes by s.
        zero = -sum([change for change in changes if change < 0])
        sums = 0
        for change in changes[:-1]:
            moved = sums << change if change > 0 else sums >> -change
            sums |= moved | 1 << (zero + change)
        return int(not sums >> zero & 1), 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.numbers[1:] + self.numbers[:1], self.numbers[-1:] + self.numbers[:-1], self.numbers[::-1]]  # type: ignore[operator]
