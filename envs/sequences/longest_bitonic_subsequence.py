"""Strike out entries of an array so that the rest rises and then falls."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class LongestBitonicSubsequence(OptimizationEnvironment):
    """A longest subsequence of N integers that rises and then falls; a tenth more integers, and one, with each level.

    Six integers from 1 to 6 at first; equal ones are frequent. From level 3 on one larger value or more stand near each end, and
    the largest is not the place to turn. Reward: (length / greatest length)^5, or 0 for what is no such subsequence.
    """

    numbers: Sequence[int]

    paper_name = "LIS_LDS_Concatenation"
    max_level = 18
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 7, 9, 12), level, percent=10, plus=1), "tall": 2 * (level >= 3)}

    @classmethod
    def draw(cls, rng: Random, n: int, tall: int) -> Self:
        tall += rng.randint(0, tall * n // 24)
        numbers = [rng.randint(1, n) for _ in range(n - tall)]
        for number in range(tall):
            place = rng.randrange(n // 6)
            numbers.insert(place if number % 2 else len(numbers) - place, rng.randint(n + 1, n + n // 3))
        return cls(numbers=numbers)

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Strike out as few entries as possible, so that the rest rises and then falls: up to some entry each is larger than "
            "the one before it, and after that each is smaller than the one before it. Either part may be missing. Give the "
            "rest, in the order of the array."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(max_length=len(self.numbers), low=min(self.numbers), high=max(self.numbers))

    def solve(self) -> list[int]:
        return self._turning_at(range(len(self.numbers)))

    def _turning_at(self, places: Iterable[int]) -> list[int]:
        """The longest such subsequence that turns at one of these places."""
        rising, falling = _rising(self.numbers), _rising(self.numbers[::-1])[::-1]
        turn = max(places, key=lambda i: len(rising[i]) + len(falling[i]))
        return rising[turn] + falling[turn][-2::-1]

    def objective(self, answer: Sequence[int], /) -> int:
        left = iter(self.numbers)
        steps = [(b > a) - (b < a) for a, b in pairwise(answer)]
        turns_once = 0 not in steps and steps == sorted(steps, reverse=True)
        return len(answer) if turns_once and all(value in left for value in answer) else 0

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._at_the_largest()] if len(self.numbers) > 9 else []

    def _at_the_largest(self) -> list[int]:
        return self._turning_at([i for i, number in enumerate(self.numbers) if number == max(self.numbers)])

    def rules(self) -> Mapping[str, Sequence[int]]:
        rising = _rising(self.numbers)
        end = max(range(len(self.numbers)), key=lambda i: len(rising[i]))
        third = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)[-3]
        return {
            "turning at the largest": self._at_the_largest(),
            "turning at the third largest": self._turning_at([third]),
            "rising as long as possible": self._turning_at([end]),
        }


def _rising(numbers: Sequence[int]) -> list[list[int]]:
    """For each entry a longest rising subsequence that ends with it, by patience sorting."""
    last: list[int] = []  # the least last entry of such a subsequence, by length, and one that ends so
    chains: list[list[int]] = []
    best = []
    for number in numbers:
        place = bisect_left(last, number)
        best.append([*chains[place - 1], number] if place else [number])
        last[place : place + 1], chains[place : place + 1] = [number], [best[-1]]
    return best
