"""Get from one vertex to another by as few hops as possible, each a walk whose length is a small power of two."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import directed
from rlve.envs.toolkit.sizes import rungs

UNDONE = 10**9  # what a way counts that is none


class PowerOfTwoWalkHops(OptimizationEnvironment):
    """Fewest hops along walks of 1, 2, 4, ... arcs; a tenth more vertices, and one, with each level.

    A path, arcs back, and side steps that are no shorter; walks of up to 2 arcs at first, of 4 from level 2 on, of 8 from level
    9 on. From nine vertices on, mostly one arc makes the path shorter by an arc that the fewest hops have need of, so that to
    hop as far as one can along the path of fewest arcs is not best. Two hops or more are needed; asked for are the vertices
    between. Reward: (fewest vertices / vertices)^5, start and end included; 0 where a hop is none.
    """

    n: int
    arcs: Sequence[Sequence[int]]
    start: int
    end: int
    doublings: int

    paper_name = "PowerShortcut"
    max_level = 16
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 7, 9), level, percent=10, plus=1), "doublings": 1 + (level > 1) + (level > 8)}

    @classmethod
    def draw(cls, rng: Random, n: int, doublings: int) -> Self:
        trap = n > 8 and rng.random() < 0.7
        last = (n - 1) // 4 * 4 if trap else n - 1 - (rng.randint(0, n // 6) if n > 6 else 0)
        skips = rng.sample(range(last - 1), 1 if trap else 2) if n > 8 else []
        pairs = [*pairwise(range(last + 1)), *[(u, u + 2) for u in skips]]
        for side in range(last + 1, n):
            u = rng.randrange(last)
            pairs += [(u, side), (side, rng.randint(max(0, u - 2), u + 1))]
        pairs += rng.sample([(u, v) for u in range(last + 1) for v in range(u)], (n + 2) // 4 + rng.randrange(2))
        order = rng.sample(range(n), n)
        arcs = [(order[u], order[v]) for u, v in rng.sample(pairs, len(pairs))]
        return cls(n=n, arcs=arcs, start=order[0], end=order[last], doublings=doublings)

    def statement(self) -> str:
        lengths = [str(2**k) for k in range(self.doublings + 1)]
        return (
            f"{directed(self.n, self.arcs)}\n"
            f"A hop leads from one vertex to another, or the same, if a walk of exactly {', '.join(lengths[:-1])} or "
            f"{lengths[-1]} arcs leads from the first to the second; a walk may repeat vertices and arcs. Get from vertex "
            f"{self.start} to vertex {self.end} by as few hops as possible: at least two are needed. Give the vertices "
            "between, where one hop ends and the next one starts, in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=1, max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Breadth first along the hops."""
        return self._fewest(self._hops)[1:-1]

    @cached_property
    def _hops(self) -> list[int]:
        """For each vertex the set of those that a hop leads to, as a bit mask."""
        walks = [0] * self.n  # of 1 arc, then of twice as many
        for tail, head in self.arcs:
            walks[tail] |= 1 << head
        hops = list(walks)
        for _ in range(self.doublings):
            walks = [_union(walks, middle) for middle in walks]
            hops = [known | more for known, more in zip(hops, walks, strict=True)]
        return hops

    def _fewest(self, onward: Sequence[int]) -> list[int]:
        """The vertices of a way of fewest steps, where onward has for each vertex the mask of the next ones."""
        layers, seen = [1 << self.start], 1 << self.start
        while not seen >> self.end & 1:
            layers.append(_union(onward, layers[-1]) & ~seen)
            if not layers[-1]:
                raise ValueError("no way leads from the start to the end")
            seen |= layers[-1]
        way = [self.end]
        for layer in layers[-2::-1]:
            way.append(next(v for v in range(self.n) if layer >> v & 1 and onward[v] >> way[-1] & 1))
        return way[::-1]

    def objective(self, answer: Sequence[int], /) -> int:
        way = [self.start, *answer, self.end]
        return len(way) if all(self._hops[here] >> there & 1 for here, there in pairwise(way)) else UNDONE

    def rules(self) -> Mapping[str, Sequence[int]]:
        single = [0] * self.n
        for tail, head in self.arcs:
            single[tail] |= 1 << head
        path = self._fewest(single)
        place, way = 0, path[:1]
        while way[-1] != self.end:
            place += max(2**k for k in range(self.doublings + 1) if place + 2**k < len(path))
            way.append(path[place])
        return {"the path of fewest arcs": path[1:-1], "as far as one can along it": way[1:-1]}


def _union(masks: Sequence[int], chosen: int) -> int:
    """Of the masks at the bits of `chosen`."""
    union = 0
    while chosen:
        low = chosen & -chosen
        union |= masks[low.bit_length() - 1]
        chosen ^= low
    return union
