"""Append integers to an array for as many different subsequences as possible."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment


class AppendToMaximizeDistinctSubsequences(OptimizationEnvironment):
    """Append N integers so that the array has the most different subsequences; one more with each level.

    The given array, drawn with uneven weights, grows by two. The integers are 0 to K-1, with K four at first and one more
    every third level. Reward: (number of subsequences / largest number)^200: one misplaced integer costs little of it.
    """

    numbers: Sequence[int]
    k: int
    count: int

    paper_name = "Maximum_SubsequenceNum"
    max_level = 40
    goal = "maximum"
    exponent = 200

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"m": 7 + 2 * level, "k": 4 + level // 3, "count": 4 + level}

    @classmethod
    def draw(cls, rng: Random, m: int, k: int, count: int) -> Self:
        weights = [rng.randint(1, 4) for _ in range(k)]
        return cls(numbers=rng.choices(range(k), weights, k=m), k=k, count=count)

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers from 0 to {self.k - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Append {self.count} integers from 0 to {self.k - 1} at its end, so that the array has as many different "
            "non-empty subsequences as possible. A subsequence is what remains when any entries are struck out; those with the "
            "same values in the same order count once. Give the appended integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.count, low=0)  # the tiny model learnt the sentence without a range

    def solve(self) -> list[int]:
        """Always append the value that was last seen longest ago."""
        last = {value: place for place, value in enumerate(self.numbers)}
        by_age = sorted(range(self.k), key=lambda value: last.get(value, -1))
        return [by_age[i % self.k] for i in range(self.count)]

    def objective(self, answer: Sequence[int], /) -> int:
        if max(answer) >= self.k:
            raise Infeasible(f"expected integers from 0 to {self.k - 1}")
        count, before = 0, [0] * self.k  # before: the count just before the last place of each value, plus one
        for value in (*self.numbers, *answer):
            count, before[value] = 2 * count + 1 - before[value], count + 1
        return count

    def guesses(self) -> Iterable[Sequence[int]]:
        up = [i % self.k for i in range(self.count)]
        return [up, [self.k - 1 - value for value in up], [0] * self.count]
