"""Count the paths of points that gain binary ones and avoid obstacles."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class SupersetLatticePathCountingWithObstacles(Environment):
    """How many paths gain binary ones in one of three coordinates at a time and avoid some points.

    The target has three binary ones at first, five at level 4, and one more with each level from there on. There is one hidden
    path, and one more with every second level: obstacles lie singly or in pairs on these. Reward: exact.
    """

    target: Sequence[int]
    obstacles: Sequence[Sequence[int]]

    paper_name = "BannedPointSupersetPathCounting"
    version = 2
    max_level = 27

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"ones": rungs((3, 3, 4, 4, 5), level, plus=1), "paths": 1 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, ones: int, paths: int) -> Self:
        """Gain the target's ones in random orders; up to two points that are passed on each way are obstacles."""
        axes = [rng.randrange(3) for _ in range(ones)]
        gains = [
            [1 << place if i == axis else 0 for i in range(3)]
            for axis in range(3)
            for place in rng.sample(range(axes.count(axis) + (1 if ones < 5 else 2)), axes.count(axis))
        ]
        obstacles = []
        for _ in range(paths):
            order = rng.sample(gains, ones)
            for passed in rng.sample(range(1, ones), rng.randint(1, 2)):
                obstacles.append(tuple(map(sum, zip(*order[:passed], strict=True))))
        rng.shuffle(obstacles)
        return cls(target=list(map(sum, zip(*gains, strict=True))), obstacles=list(dict.fromkeys(obstacles)))

    def statement(self) -> str:
        return (
            "Points are triples of non-negative integers. A step changes exactly one of the three coordinates, to a larger "
            "integer that has a binary 1 wherever the old one has a binary 1. A path leads by such steps from (0, 0, 0) to "
            f"{_triple(self.target)} and stands {self._forbidden()}\n"
            f"Two paths are different when their sequences of points are. Give the number of paths modulo {MODULUS}."
        )

    def _forbidden(self) -> str:
        if len(self.obstacles) == 1:
            return f"never on the point {_triple(self.obstacles[0])}."
        return f"on none of these points, one a line as: x y z\n{rows(self.obstacles)}"

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """For each obstacle count the paths that meet it first: all that reach it, less those through an earlier one."""
        free = self._free_paths()
        points = [*sorted(self.obstacles), tuple(self.target)]  # in this order nothing leads back
        first: list[int] = []
        for x, y, z in points:
            count = free[x.bit_count(), y.bit_count(), z.bit_count()]
            for (a, b, c), met in zip(points, first, strict=False):
                if a & x == a and b & y == b and c & z == c:
                    count -= met * free[(x ^ a).bit_count(), (y ^ b).bit_count(), (z ^ c).bit_count()]
            first.append(count % MODULUS)
        return first[-1]

    def _free_paths(self) -> dict[tuple[int, int, int], int]:
        """The paths without obstacles by the numbers of binary ones that the coordinates have to gain."""
        free = {(0, 0, 0): 1}
        for a, b, c in list(product(*[range(value.bit_count() + 1) for value in self.target]))[1:]:
            count = sum([comb(a, i) * free[i, b, c] for i in range(a)])
            count += sum([comb(b, i) * free[a, i, c] for i in range(b)])
            count += sum([comb(c, i) * free[a, b, i] for i in range(c)])
            free[a, b, c] = count % MODULUS
        return free

    def guesses(self) -> Iterable[int]:
        a, b, c = (value.bit_count() for value in self.target)
        return [0, 1, self._free_paths()[a, b, c]]


def _triple(point: Sequence[int]) -> str:
    return f"({', '.join(map(str, point))})"
