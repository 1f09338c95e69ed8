"""Choose entries of a list, no two of them neighbours, with the largest sum."""

import itertools
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow


class Template(OptimizationEnvironment):
    """The positions of a best choice without neighbours; a tenth more numbers, and one, with each level.

    Reward: (sum / largest sum)^5.
    """

    numbers: Sequence[int]

    max_level = 30
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(8, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 30) for _ in range(n)])

    def statement(self) -> str:
        return (
            f"Here is a list of {len(self.numbers)} integers, at the positions 0 to {len(self.numbers) - 1}:\n"
            f"{' '.join(map(str, self.numbers))}\n"
            "Choose entries, no two of them next to each other, such that their sum is as large as possible. "
            "Give the positions of the chosen entries."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(min_length=1, max_length=len(self.numbers), low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        before: tuple[int, list[int]] = (0, [])  # a best choice that ends at least two entries back
        best: tuple[int, list[int]] = (0, [])
        for position, number in enumerate(self.numbers):
            before, best = best, max(best, (before[0] + number, [*before[1], position]))
        return best[1]

    def objective(self, answer: Sequence[int], /) -> int:
        if any(b - a == 1 for a, b in itertools.pairwise(answer)):
            raise Infeasible("two chosen entries are next to each other")
        return sum(self.numbers[position] for position in answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.numbers)
        return [range(0, n, 2), range(1, n, 2)]
