"""Count the orders of integers in which neighbours differ by little."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class BoundedJumpPermutationCounting(Environment):
    """How many orders of N integers begin with a given one and have neighbours that differ by at most K.

    Four integers at first, one more with each level; each is 1 or 2, later 1 to 3, more than the one before it. K is 2 to 5.
    Reward: exact.
    """

    numbers: Sequence[int]
    first: int
    most: int

    paper_name = "BoundedAdjacencyDifference_Permutation_Counting"
    max_level = 22  # 26 integers: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "gap": 2 if level < 3 else 3}

    @classmethod
    def draw(cls, rng: Random, n: int, gap: int) -> Self:
        numbers = list(accumulate([rng.randint(1, 9), *[rng.randint(1, gap) for _ in range(n - 1)]]))
        return cls(numbers=numbers, first=rng.choice(numbers), most=rng.randint(gap, gap + 2))

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"Count the ways to write all of them in a row, each once, so that {self.first} comes first and any two neighbours "
            f"differ by at most {self.most}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Put the numbers into the row in ascending order.

        A state is the row as far as later numbers can tell: None stands for any stretch that is too far below them to be
        touched, the gaps beside it included.
        """
        states: dict[tuple[int | None, ...], int] = {(): 1}
        for number in self.numbers:
            longer: dict[tuple[int | None, ...], int] = {}
            for row, count in states.items():
                row = self._without_far(row, number)
                places = [0] if number == self.first else range(number > self.first, len(row) + 1)
                for i in places:
                    if None not in row[max(0, i - 1) : i + 1]:
                        new = (*row[:i], number, *row[i:])
                        longer[new] = longer.get(new, 0) + count
            states = longer
        return sum(states.values())

    def _without_far(self, row: tuple[int | None, ...], number: int) -> tuple[int | None, ...]:
        left: list[int | None] = []
        for other in row:
            if other is not None and number - other > self.most:
                other = None
            if other is not None or not left or left[-1] is not None:
                left.append(other)
        return tuple(left)

    def guesses(self) -> Iterable[int]:
        return [0, factorial(len(self.numbers) - 1)] if len(self.numbers) < 6 else [0, 1, 2, factorial(len(self.numbers) - 1)]
