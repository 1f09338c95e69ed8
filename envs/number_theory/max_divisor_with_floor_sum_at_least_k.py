"""Find the largest divisor that leaves enough whole pieces."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class MaxDivisorWithFloorSumAtLeastK(Environment):
    """The largest L for which the quotients of N integers by L, rounded down, add up to at least K.

    There are three integers at first, five at level 4, and a fifth more, and one, with each level from there on. They are at
    most 20 at first, 110 at level 4, then half as large again with each level. K lies between once and three times their number,
    so that what is left over counts. Reward: exact.
    """

    numbers: Sequence[int]
    least: int

    paper_name = "MaximumDivisor"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "n": rungs((3, 3, 4, 4, 5), level, percent=20, plus=1),
            "largest": rungs((20, 30, 45, 70, 110), level, percent=50),
        }

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(largest // 5, largest) for _ in range(n)], least=rng.randint(n + 1, 3 * n))

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "For a positive integer L, divide each of them by L, round each quotient down to an integer, and add these up. "
            f"Give the largest L for which the sum is at least {self.least}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """Halve the range of L: without rounding, the sum is too small from sum // K + 1 on."""
        enough, too_large = 1, sum(self.numbers) // self.least + 1
        while too_large - enough > 1:
            middle = (enough + too_large) // 2
            if sum([number // middle for number in self.numbers]) >= self.least:
                enough = middle
            else:
                too_large = middle
        return enough

    def guesses(self) -> Iterable[int]:
        """As if nothing were lost by rounding, from level 2 on."""
        return [sum(self.numbers) // self.least] if max(self.numbers) > 30 else []

    def rules(self) -> Mapping[str, int]:
        """As if each quotient lost a half; the largest integers themselves, and their halves."""
        total, n, top = sum(self.numbers), len(self.numbers), max(self.numbers)
        found = {f"top over {k}": max(1, top // k) for k in (1, 2, 3, 4)}
        return found | {"half lost": max(1, 2 * total // (2 * self.least + n)), "one less": max(1, total // self.least - 1)}
