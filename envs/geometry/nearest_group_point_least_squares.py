"""Find the number with the least sum of squared distances to the nearest integers of some groups."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.text import numbered_rows


class NearestGroupPointLeastSquares(Environment):
    """N times the X with the least sum, over N groups of integers, of the squared distance to the nearest one of the group.

    Four integers in two groups at first; two more with each level, from level 2 on three or four in each group. The best X is
    the only one. From level 3 on it is not found from the mean of all by going to the mean of the nearest ones until nothing
    changes. Reward: exact.
    """

    groups: Sequence[Sequence[int]]
    largest: int

    paper_name = "MinSumDistanceSquare"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        m = grow(4, level, plus=2)
        return {"m": m, "n": max(2, m // 3), "largest": 9 + 7 * level}

    @classmethod
    def draw(cls, rng: Random, m: int, n: int, largest: int) -> Self:
        """The groups are equally large, but for one integer."""
        numbers = rng.sample(range(largest + 1), m)
        return cls(groups=[sorted(numbers[i::n]) for i in rng.sample(range(n), n)], largest=largest)

    def statement(self) -> str:
        n = len(self.groups)
        return (
            f"Here are {n} groups of integers from 0 to {self.largest}, one a line as: group: integers\n"
            f"{numbered_rows(self.groups)}\n"
            "For a number X, which need not be an integer, take from each group the integer nearest to X and square "
            f"its distance to X. The sum of the {n} squares is as small as possible for one X only. Give {n} times this X; it is "
            "an integer."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=len(self.groups) * self.largest)

    def solve(self) -> int:
        return self._least()[0]

    def acceptable(self) -> bool:
        """No other X is as good."""
        return len(set(self._least())) == 1

    def _least(self) -> list[int]:
        """N times each best X. For which integers are nearest changes only at the middles between neighbours of a group.

        As long as they stay the same, their mean is best.
        """
        total = sum([group[0] for group in self.groups])
        squares = sum([group[0] ** 2 for group in self.groups])
        states = [(len(self.groups) * squares - total**2, total)]
        for _, before, after in sorted([(a + b, a, b) for group in self.groups for a, b in pairwise(group)]):
            total += after - before
            squares += after**2 - before**2
            states.append((len(self.groups) * squares - total**2, total))
        least = min(states)[0]
        return [total for squares, total in states if squares == least]

    def guesses(self) -> Iterable[int]:
        return [self._improved(sum(map(sum, self.groups)), sum(map(len, self.groups)))] if self.largest > 25 else []

    def rules(self) -> Mapping[str, int]:
        n, everything = len(self.groups), sorted([item for group in self.groups for item in group])
        least, greatest = sum([group[0] for group in self.groups]), sum([group[-1] for group in self.groups])
        middle = everything[len(everything) // 2]
        return {
            "the mean of all": sum(everything) * n // len(everything),
            "the means of the groups": sum([sum(group) // len(group) for group in self.groups]),
            "the least of each group, or the greatest": min(least, greatest, key=self._cost),
            "from the mean of all, step by step": self._improved(sum(everything), len(everything)),
            "from the median of all, step by step": self._improved(middle, 1),
            "from the middle of the range, step by step": self._improved(self.largest, 2),
        }

    def _cost(self, z: int) -> int:
        n = len(self.groups)
        return sum([min([(n * item - z) ** 2 for item in group]) for group in self.groups])

    def _improved(self, top: int, bottom: int) -> int:
        """N times X, from X = top / bottom on the mean of the integers nearest to the X before, until it stays the same."""
        for _ in range(sum(map(len, self.groups))):
            total = sum([min(group, key=lambda item, x=top, n=bottom: abs(item * n - x)) for group in self.groups])
            if (total, len(self.groups)) == (top, bottom):
                break
            top, bottom = total, len(self.groups)
        return top
