"""Bring an array to zero by adding one of two step sizes, or taking it away, on ranges."""

import itertools
from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class RangeLevelingWithTwoStepSizes(Environment):
    """The least number of range operations that clear an array; a tenth more entries, and one, with each level from 4 on.

    The step sizes lie in S..2S. Neighbours differ by up to T steps of the larger size and by steps of the smaller size that
    all go one way, so that the changes between neighbours cannot be treated one by one. At first N = S = 2 and T = 1; from
    level 4 on S = T = 2N. Reward: exact.
    """

    heights: Sequence[int]
    a: int
    b: int

    version = 2
    paper_name = "WYRLevelingGround"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        if level < 4:
            return {"n": 2 + level // 2, "size": (2, 2, 3, 5)[level], "steps": (1, 2, 3, 5)[level]}
        n = grow(3, level - 4, percent=10, plus=1)
        return {"n": n, "size": 2 * n, "steps": 2 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, size: int, steps: int) -> Self:
        a, b = rng.sample(range(size, 2 * size + 1), 2)
        small, large, side = min(a, b), max(a, b), rng.choice((-1, 1))
        changes = []
        for _ in range(n):
            sign = 1 if rng.random() < 0.8 else -1
            most = (large + sign * small) // (2 * gcd(a, b))  # more small steps than this would not be the cheapest way
            changes.append(side * (rng.randint(most // 2, most) * small + sign * rng.randint(0, steps) * large))
        return cls(heights=list(itertools.accumulate(changes)), a=a, b=b)

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.heights)} integers:\n{' '.join(map(str, self.heights))}\n"
            "An operation chooses one entry, or several neighbouring entries, and adds the same number to each of them: "
            f"{self.a}, {-self.a}, {self.b} or {-self.b}. What is the least number of operations that makes all entries 0?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Each change between neighbours is x * a + y * b; an operation moves one step from a place to another.

        So the x of all places sum to 0, and the answer is half the sum of all |x| + |y|. Start from the cheapest x and y
        of each place, then trade a / g steps of b for b / g steps of a where that costs least (costs are convex).
        """
        pairs = self.cheapest()
        excess, divisor = sum([x for x, _ in pairs]), gcd(self.a, self.b)
        dx, dy = (-self.b, self.a) if excess > 0 else (self.b, -self.a)
        dx, dy = dx // divisor, dy // divisor

        def offer(place: int) -> tuple[int, int]:
            x, y = pairs[place]
            return cost((x + dx, y + dy)) - cost((x, y)), place

        queue = [offer(place) for place in range(len(pairs))]
        heapify(queue)
        for _ in range(abs(excess // dx)):
            place = queue[0][1]
            pairs[place] = (pairs[place][0] + dx, pairs[place][1] + dy)
            heapreplace(queue, offer(place))
        return sum(map(cost, pairs)) // 2

    def cheapest(self) -> list[tuple[int, int]]:
        """For each change the (x, y) with x * a + y * b = change and least |x| + |y|, found next to x = 0 and y = 0."""
        divisor = gcd(self.a, self.b)
        a, b = self.a // divisor, self.b // divisor
        inverse_a, inverse_b = pow(a, -1, b), pow(b, -1, a)
        chosen = []
        for before, after in itertools.pairwise([0, *self.heights, 0]):
            whole = (after - before) // divisor
            x, y = whole * inverse_a % b, whole * inverse_b % a
            candidates = [(k, (whole - k * a) // b) for k in (x, x - b)] + [((whole - k * b) // a, k) for k in (y, y - a)]
            chosen.append(min(candidates, key=cost))
        return chosen

    def guesses(self) -> Iterable[int]:
        untraded = -(-sum(map(cost, self.cheapest())) // 2)  # leaves out the trades
        # below level 3, with steps up to 6, hardly a problem needs a trade
        return [0, len(self.heights), untraded] if max(self.a, self.b) > 6 else [0]


def cost(pair: tuple[int, int]) -> int:
    """The number of steps of either kind."""
    return abs(pair[0]) + abs(pair[1])
