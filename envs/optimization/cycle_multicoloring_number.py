"""Give people in a circle medals so that neighbours have no type in common, with as few types as possible."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList


class CycleMulticoloringNumber(Environment):
    """The fewest types of medals for people in a circle when neighbours share none; two circles, one person more with each level.

    Three to five people at first, with up to 4 medals each. From level 3 on a circle is mostly odd, its numbers are nearly equal,
    and every other one needs more types than any two neighbours together.
    Reward: 1 for both numbers, else 0.
    """

    circles: Sequence[Sequence[int]]

    paper_name = "EmperorWorries"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "spread": 2 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, spread: int) -> Self:
        if n < 7:
            return cls(circles=[[rng.randint(1 + (n > 4), 4) for _ in range(n - 1 + rng.randrange(3))] for _ in range(2)])
        return cls(circles=[_circle(rng, n, spread, shared=rng.random() < 0.5) for _ in range(2)])

    def statement(self) -> str:
        circles = "\n".join([f"{number}: {' '.join(map(str, circle))}" for number, circle in enumerate(self.circles)])
        return (
            "People sit in a circle. Each is to get a given number of medals, all of different types, and two neighbours may "
            "have no type in common; the last person is a neighbour of the first. Here are the numbers of medals in two such "
            f"circles, one circle a line as: number: medals of each person\n{circles}\n"
            "Give for each circle the least number of types that is enough."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2, low=1)

    def solve(self) -> list[int]:
        """Neighbours together, or all medals of an odd circle, each type on (N - 1) / 2 people at most: the bounds are met."""
        return [max(_neighbours(circle), _shared(circle) if len(circle) % 2 else 0) for circle in self.circles]

    def rules(self) -> Mapping[str, Sequence[int]]:
        by_pair, by_share = ([*map(bound, self.circles)] for bound in (_neighbours, _shared))
        return {
            "two neighbours": by_pair,
            "two neighbours, and one more": [number + 1 for number in by_pair],
            "all medals on half of the people": by_share,
            "two largest": [sum(sorted(circle)[-2:]) for circle in self.circles],
        }


def _neighbours(circle: Sequence[int]) -> int:
    """The most medals of two neighbours."""
    return max([circle[i - 1] + medals for i, medals in enumerate(circle)])


def _shared(circle: Sequence[int]) -> int:
    """All medals, by the number of people that can have the same type, rounded up."""
    return -(-sum(circle) // (len(circle) // 2))


def _circle(rng: Random, n: int, spread: int, shared: bool) -> list[int]:
    """Nearly equal numbers in a circle in which the second of the bounds is the larger, or is not."""
    half = n // 2
    if not shared and rng.randrange(3) == 0:
        return [rng.randint(2 * half, 5 * half) for _ in range(2 * half)]
    base = half * (2 * spread + rng.randint(1, 3))
    circle = [base + rng.randint(-spread, spread) for _ in range(2 * half + 1)]
    if not shared:
        place = rng.randrange(2 * half + 1)
        missing = _shared(circle) - circle[place - 1] - circle[place] + rng.randint(0, 2 * spread)
        circle[place] += max(0, missing) * half // (half - 1) + 1
    return circle
