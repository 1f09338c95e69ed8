"""Count the subarrays of a repeated array whose sum is bounded."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class RepeatedArrayBoundedSumSubarrayCounting(Environment):
    """How many subarrays of an array of N integers, written M times, have a sum of at most K.

    N is three at first, M two; both grow by a tenth, and one, with each level. K is at most the sum of the array; from level 3
    on it is at least that, and at most a third of the whole sum. Reward: exact.
    """

    numbers: Sequence[int]
    copies: int
    k: int

    paper_name = "BoundedSubarrayCounting"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1), "copies": grow(2, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, copies: int) -> Self:
        numbers = [rng.randint(1, n + 1) for _ in range(n)]
        total = sum(numbers)
        bounds = (total, copies * total // 3) if copies > 4 else (max(numbers), total)
        return cls(numbers=numbers, copies=copies, k=rng.randint(*bounds))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"It is written {self.copies} times in a row, which makes one array of {self.copies * len(self.numbers)} integers. "
            f"How many non-empty contiguous subarrays of that array have a sum of at most {self.k}? "
            "Subarrays at different places count separately, even if their entries are equal."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """By the last entry of the subarrays, which are the same in all copies but the first that hold a sum of K."""
        n = len(self.numbers)
        copies = min(self.copies, self.k // sum(self.numbers) + 2)
        values, ending = self.numbers * copies, [0] * copies
        start = held = 0
        for last, value in enumerate(values):
            held += value
            while held > self.k:
                held -= values[start]
                start += 1
            ending[last // n] += last - start + 1
        return sum(ending) + (self.copies - copies) * ending[-1]

    def guesses(self) -> Iterable[int]:
        length = len(self.numbers) * self.copies
        return [length, length * (length + 1) // 2]

    def rules(self) -> Mapping[str, int]:
        one, two = (type(self)(numbers=self.numbers, copies=copies, k=self.k).solve() for copies in (1, 2))
        return {
            "those within a copy": one * self.copies,
            "the second copy like all": one + (two - one) * (self.copies - 1),
            "as if it went round": self.copies * (two - one),
        }
