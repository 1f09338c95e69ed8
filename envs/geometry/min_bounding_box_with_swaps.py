"""Swap coordinates of points so that all fit into a box of the least perimeter, as cheaply as possible."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Text, grow
from rlve.envs.toolkit.text import rows


class MinBoundingBoxWithSwaps(OptimizationEnvironment):
    """Which of N points to reflect, so that the perimeter of their box, then the cost is least; a tenth more, and one, a level.

    Three points at first. A third of them are reflected that lay in a box: one about as long as wide, or, from level 3 on, as
    often a long and narrow one of the same perimeter. Reward: (share of the way from no swap to the optimum, perimeter first)^16.
    """

    points: Sequence[Sequence[int]]

    paper_name = "SkaRockGarden"
    max_level = 40
    goal = "minimum"
    exponent = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(3, level, percent=10, plus=1)
        return {"n": n, "side": 3 * n, "shapes": 1 if level < 3 else 2}

    @classmethod
    def draw(cls, rng: Random, n: int, side: int, shapes: int) -> Self:
        a, d = rng.randint(0, n // 2), side - rng.randint(0, n // 2)
        b, c = sorted(rng.sample(range(n + 1, 2 * n), 2))
        places = [(rng.randint(a, b), b), (rng.randint(c, d), c), *[(rng.randint(a, d), rng.randint(b, c)) for _ in range(n - 2)]]
        if shapes > 1:  # few different coordinates, so that one swap alone often changes nothing
            places[2:] = [(rng.choice(places[:3])[0], rng.choice((b, c))) for _ in range(n - 2)]
        if rng.randrange(shapes) == 0:  # else they lie in a long box, from a to d and from b to c
            places = [(x, y) if x < c else (y, x) for x, y in places]
        turned = [place[:: rng.choice((1, 1, -1))] for place in rng.sample(places, n)]
        way = rng.choice((1, -1))
        return cls(points=[(*place[::way], rng.randint(1, 9)) for place in turned])

    def statement(self) -> str:
        return (
            f"Here are {len(self.points)} points of the plane, one a line as: x y cost\n{rows(self.points)}\n"
            "To swap a point is to exchange its x and its y, which costs what stands behind them. Swap some of the points so "
            "that the smallest rectangle that holds all points and has sides parallel to the axes (perhaps of length 0) has the "
            "smallest possible perimeter; among the ways to do so, the costs should add up to as little as possible. Give a "
            "string with one character for each point, in order: 1 if it is swapped, else 0."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("01", length=len(self.points))

    def solve(self) -> str:
        return min(filter(None, self._cheapest()), key=self._cost)

    def objective(self, answer: str, /) -> int:
        """The perimeter first, then the cost."""
        kept = [(y, x) if swap == "1" else (x, y) for (x, y, _), swap in zip(self.points, answer, strict=True)]
        perimeter = 2 * sum([max(axis) - min(axis) for axis in zip(*kept, strict=True)])
        return perimeter * sum([cost for _, _, cost in self.points]) + self._cost(answer)

    def baseline(self) -> int:
        return self.objective("0" * len(self.points))

    def guesses(self) -> Iterable[str]:
        return ["0" * len(self.points), "1" * len(self.points)]

    def acceptable(self) -> bool:
        """From six points on, all four boxes have to be tried: both shapes are possible, and one is cheaper."""
        equal, long = self._cheapest()
        return len(self.points) < 6 or (long != "" and self._cost(equal) != self._cost(long))

    def rules(self) -> Mapping[str, str]:
        upright, flat = ["".join([str(int((x > y) == way)) for x, y, _ in self.points]) for way in (False, True)]
        equal, long = self._cheapest()
        return {
            "the larger coordinate is y": flat,
            "the cheaper of y larger and x larger": min(upright, flat, key=self._cost),
            "the cheaper of two equal boxes": equal,
            "the cheaper of two long boxes": long or equal,
        }

    def _cheapest(self) -> list[str]:
        """The best swaps into a box with the ranges low and high, and into one with a range from end to end ("": none fits).

        The ranges begin and end with four values: the least and the greatest smaller coordinate of a point, and larger one.
        """
        small, large = [min(x, y) for x, y, _ in self.points], [max(x, y) for x, y, _ in self.points]
        a, b, c, d = min(small), min(large), max(small), max(large)
        shapes = [((a, c), (b, d)), ((a, d), (b, c))]
        fits = [[self._fitted(xs, ys), self._fitted(ys, xs)] for xs, ys in shapes]
        return [min(filter(None, pair), key=self._cost, default="") for pair in fits]

    def _cost(self, answer: str) -> int:
        return sum([cost for (_, _, cost), swap in zip(self.points, answer, strict=True) if swap == "1"])

    def _fitted(self, xs: tuple[int, int], ys: tuple[int, int]) -> str:
        """The swaps of the points that are not in this box, or nothing where one does not fit either way."""
        answer = ""
        for x, y, _ in self.points:
            if xs[0] <= x <= xs[1] and ys[0] <= y <= ys[1]:
                answer += "0"
            elif xs[0] <= y <= xs[1] and ys[0] <= x <= ys[1]:
                answer += "1"
            else:
                return ""
        return answer
