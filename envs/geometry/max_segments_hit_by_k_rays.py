"""Shoot a few rays from the origin that hit as many segments as possible, none of them twice."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows


class MaxSegmentsHitByKRays(OptimizationEnvironment):
    """Directions of at most K rays that hit as many of N segments as possible, none of them twice.

    Four segments and one ray at first; a twentieth more segments, and one, with each level, and one more ray every third. From
    level 3 on the best ray, then the best one beside it, and so on, do not suffice. Reward: (segments / most segments)^10, 0
    where one is hit twice.
    """

    segments: Sequence[Sequence[int]]
    side: int
    k: int

    paper_name = "LASLaser"
    max_level = 18
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=5, plus=1)
        return {"n": n, "k": 1 + level // 3, "side": 2 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, k: int, side: int) -> Self:
        """A segment is a range in a fan of points. From two rays on, most are such that one of K rays hits them.

        Many of these reach beyond where the next group begins, so that a ray there hits more segments, but spoils two groups.
        """
        fan = _fan(side)
        places = [0, *accumulate([rng.randint(1, 4) for _ in range(2 * k)])]
        places = [place * (len(fan) - 1) // places[-1] for place in places]
        segments = []
        for number in range(n):
            if k == 1 or rng.random() < 0.2:
                first = rng.randrange(len(fan) - 1)
                last = rng.randint(first + 1, min(first + len(fan) // 3, len(fan) - 1))
            else:
                ray = 1 + 2 * (number % k)
                reach = ray - 1 - (rng.random() < 0.65 and ray > 1)
                first = rng.randint(places[reach], places[reach + 1])
                reach = ray + (rng.random() < 0.65 and ray < 2 * k - 1)
                last = rng.randint(places[reach] + 1, places[reach + 1])
            segments.append((*fan[first], *fan[last]))
        return cls(segments=rng.sample(segments, n), side=side, k=k)

    def statement(self) -> str:
        shoot = (
            "Shoot one ray from the origin (0, 0) that hits as many segments as possible. Give the coordinates x y of a point"
            if self.k == 1
            else f"Shoot at most {self.k} rays from the origin (0, 0) that hit as many segments as possible together, such that "
            "no segment is hit by two of them. Give for each ray, in any order, the coordinates x y of a point"
        )
        return (
            f"Here are {len(self.segments)} segments of the plane, one a line as: x y x y (of its ends)\n{rows(self.segments)}\n"
            "A ray hits a segment if they have a point in common; an end of the segment counts, too. "
            f"{shoot} that it goes through, with integers from 1 to {self.side}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.k, low=1, high=self.side, pairs=True)

    def solve(self) -> list[int]:
        """Add one ray after the other to the best for each direction. Those of the ends are not enough: try all there are."""
        point = {y / x: [x, y] for x, y in reversed(_fan(self.side))}
        slopes = sorted(point)
        rank = {slope: place for place, slope in enumerate(slopes)}
        cover, left = [0] * len(slopes), list(range(len(slopes)))  # hits of each direction, and the first end of one of them
        for first, last in [sorted([rank[b / a], rank[d / c]]) for a, b, c, d in self.segments]:
            for place in range(first, last + 1):
                cover[place] += 1
                left[place] = min(left[place], first)
        best: list[tuple[int, Any]] = [(0, None)] * (len(slopes) + 1)  # by the rays so far up to a direction: hits, chosen
        for _ in range(self.k):
            longer = [best[0]]
            for place, hits in enumerate(cover):
                before = best[left[place]]
                longer.append(max(longer[-1], best[place + 1], (before[0] + hits, (place, before[1])), key=lambda pair: pair[0]))
            best = longer
        answer, chosen = [], best[-1][1]
        while chosen:
            answer += point[slopes[chosen[0]]]
            chosen = chosen[1]
        return answer

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("expected two integers for each ray")
        times = [sum(hits) for hits in zip(*self._hits(answer), strict=True)]
        return 0 if max(times) > 1 else sum(times)

    def guesses(self) -> Iterable[Sequence[int]]:
        yield (1, 1)
        if self.k > 1:
            ends = [end for line in self.segments for end in (line[:2], line[2:])]
            hits = [self._hits(end)[0] for end in ends]
            greedy: list[int] = []
            free = [True] * len(self.segments)
            for _ in range(self.k):
                fitting = [i for i, row in enumerate(hits) if all(here or not hit for here, hit in zip(free, row, strict=True))]
                chosen = max(fitting, key=lambda i: sum(hits[i]), default=None)
                if chosen is not None:
                    greedy += ends[chosen]
                    free = [here and not hit for here, hit in zip(free, hits[chosen], strict=True)]
            yield greedy

    def _hits(self, points: Sequence[int]) -> list[list[bool]]:
        """For the ray through each point, whether it hits each segment: whether no end lies on the other's side."""
        rays = zip(points[::2], points[1::2], strict=True)
        return [[(x * b - y * a) * (x * d - y * c) <= 0 for a, b, c, d in self.segments] for x, y in rays]


@cache
def _fan(side: int) -> list[tuple[int, int]]:
    """The points with coordinates from 1 to `side`, in the order of their directions."""
    numbers = range(1, side + 1)
    return sorted([(x, y) for x in numbers for y in numbers], key=lambda point: (point[1] / point[0], point))
