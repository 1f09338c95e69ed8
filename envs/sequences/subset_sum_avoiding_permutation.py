"""Rearrange an array so that no choice of positions keeps its sum."""

from collections import defaultdict
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
    max_level = 16

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
        sets = {0: 1}  # change of the sum -> number of sets of positions, 3 standing for more
        for before, now in zip(self.numbers, answer, strict=True):
            grown = defaultdict(int, sets)
            for change, count in sets.items():
                total = change + now - before
                grown[total] = min(3, grown[total] + count)
            sets = grown
        return int(sets[0] == 2), 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.numbers[1:] + self.numbers[:1], self.numbers[-1:] + self.numbers[:-1], self.numbers[::-1]]  # type: ignore[operator]
