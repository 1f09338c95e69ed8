"""Count the quadruples in which an integer plays each of four roles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import rungs

TRAPS_FROM = 12  # integers


class QuadrupleRoleCounts(Environment):
    """In how many quadruples with b - a = 2(d - c) and 3(b - a) < c - b one of N integers plays each of the four roles.

    Six integers in two groups at first, from level 3 on three; in the end a tenth more, and one, with each level. A quadruple
    of the right steps is planted. The integer plays some role; from level 3 on the last condition excludes some quadruple.
    Reward: exact, all four counts needed.
    """

    numbers: Sequence[int]
    place: int

    paper_name = "QuadMagicItems"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 7, 9, TRAPS_FROM), level, percent=10, plus=1), "groups": 2 + (level > 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, groups: int) -> Self:
        width = n // 2 + (groups < 3)
        starts = [0, *accumulate([rng.randint(width + 3, 3 * width) for _ in range(groups - 1)])]
        step = rng.randint(1, (width - 1) // 2)
        a, c = rng.randint(1, width - 2 * step), starts[-1] + rng.randint(1, width - step)
        numbers = [a, a + 2 * step, c, c + step, *[starts[i % groups] + rng.randint(1, width) for i in range(4, n)]]
        rng.shuffle(numbers)
        return cls(numbers=numbers, place=rng.randrange(n))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here are {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Take all ways to choose four positions whose integers a, b, c and d satisfy a < b < c < d, b - a = 2(d - c) and "
            "3(b - a) < c - b. Equal integers at different positions make different ways. "
            f"In how many of them is the integer at position {self.place} chosen as a, in how many as b, as c, and as d? "
            "Give these four numbers in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=4, low=0)

    def solve(self) -> list[int]:
        return self._roles(3)

    def _roles(self, factor: int) -> list[int]:
        """With each integer that can be its partner, a with b or c with d, the pairs on the other side that fit."""
        count, x = Counter(self.numbers), self.numbers[self.place]
        roles = [0] * 4
        for y in count:
            low, high = min(x, y), max(x, y)
            step, odd = divmod(high - low, 2)
            if step and not odd:
                ways = sum([count[c] * count.get(c + step, 0) for c in count if factor * 2 * step < c - high])
                roles[x > y] += count[y] * ways
            step = high - low
            if step:
                ways = sum([count[a] * count.get(a + 2 * step, 0) for a in count if factor * 2 * step < low - a - 2 * step])
                roles[2 + (x > y)] += count[y] * ways
        return roles

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0] * 4, *(self.rules().values() if len(self.numbers) >= TRAPS_FROM else [])]

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"without the last condition": self._roles(0)}
