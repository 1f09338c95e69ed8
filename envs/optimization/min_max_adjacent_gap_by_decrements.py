"""Lower the entries of an array so that neighbours are close and one entry is 0."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class MinMaxAdjacentGapByDecrements(Environment):
    """The least possible largest difference of neighbours when M steps lower N entries by 1 each, and one entry to 0; one more
    entry with each level.

    Three entries up to 8 at first, later up to 33. Every difference from 1 to what costs least is about equally often the answer.
    From level 3 on the smallest entry stands alone, a valley elsewhere, and the ends are high: the 0 may best be in any of them.
    Reward: 1 for the number, else 0.
    """

    numbers: Sequence[int]
    steps: int

    paper_name = "STUWell"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "largest": min(8 + 4 * level, 30)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        numbers = [rng.randint(largest // 4, largest) for _ in range(n)]
        if n > 5:
            valley = max(2, n // 4)
            start = rng.randint(1, n - valley - 3)
            numbers = [rng.randint(2 * largest // 3, largest) for _ in range(n)]
            for place in range(start, start + valley):
                numbers[place] = rng.randint(largest // 4 + 1, largest // 3)
            numbers[rng.randint(start + valley + 1, n - 2)] = largest // 4 - rng.randint(0, 2)
            numbers[0], numbers[-1] = rng.randint(largest, largest + 3), rng.randint(largest, largest + 3)
            numbers = numbers[:: rng.choice((-1, 1))]
        difference = rng.randint(1, _least_difference(numbers, min(numbers)))
        fewest = _cost(numbers, difference)
        return cls(numbers=numbers, steps=rng.randint(fewest, max(fewest, _cost(numbers, difference - 1) - 1)))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"A step lowers one entry by 1; no entry may go below 0. After at most {self.steps} steps at least one entry has to "
            "be 0, and the largest difference between two neighbouring entries has to be as small as possible. How large is it "
            "then?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return _least_difference(self.numbers, self.steps)

    def rules(self) -> Mapping[str, int]:
        ascending = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
        places = {"an end": [0, len(self.numbers) - 1], "the smallest": ascending[:1], "the second smallest": ascending[1:2]}
        found = {f"0 at {name}": _least_difference(self.numbers, self.steps, zeros) for name, zeros in places.items()}
        return {**found, "without the 0": _least_difference(self.numbers, self.steps, [])}


def _least_difference(numbers: Sequence[int], steps: int, zeros: Sequence[int] | None = None) -> int:
    """By bisection, as a larger difference costs no more steps."""
    return bisect_left(range(max(numbers)), -steps, key=lambda difference: -_cost(numbers, difference, zeros))


def _cost(numbers: Sequence[int], difference: int, zeros: Sequence[int] | None = None) -> int:
    """The fewest steps to neighbours at most so far apart, with a 0 at one of some places, by default of all.

    The largest such array below the given one is cut off by a tent that rises from each of the places in turn.
    """
    n, lowered = len(numbers), list(numbers)
    for place in range(1, n):
        lowered[place] = min(lowered[place], lowered[place - 1] + difference)
    for place in range(n - 2, -1, -1):
        lowered[place] = min(lowered[place], lowered[place + 1] + difference)
    tent = [difference * abs(place) for place in range(1 - n, n)]
    kept = [sum(map(min, lowered, tent[n - 1 - zero :])) for zero in (range(n) if zeros is None else zeros)]
    return sum(numbers) - max(kept, default=sum(lowered))
