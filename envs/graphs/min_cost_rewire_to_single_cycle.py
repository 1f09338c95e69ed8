"""Change targets of arrows at the least cost so that they form a single cycle."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import numbered_rows

UNDONE = 10**9  # what changes cost after which the other arrows still fit into no single cycle


class MinCostRewireToSingleCycle(OptimizationEnvironment):
    """Change targets of arrows at the least total price so that N arrows form one cycle; a tenth more, and one, with each level.

    Cycles of two or three vertices, and other vertices. From seven vertices on their arrows lead into the cycles, and keeping the
    dearest arrows one by one is not best: a cycle is better broken where a dear arrow from outside can be kept.
    The answer: the vertices whose arrows change. Reward: (least price / price)^5; 0 where the other arrows fit into no cycle.
    """

    n: int
    arrows: Sequence[Sequence[int]]

    paper_name = "MinConversionToCycleCost"
    max_level = 24
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order, most = rng.sample(range(n), n), max(9, n)
        arrows = [(0, 0)] * n
        place = 0
        while place < 2 * n // 3 - 1:
            cycle = order[place : min(place + rng.randint(2, 3), 2 * n // 3)]
            for v, target in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
                arrows[v] = (target, rng.randint(most // 2, most) if n > 6 else rng.randint(1, 9))
            place += len(cycle)
        for v in order[place:]:
            target = rng.choice(order[:place] if n > 6 else [u for u in order if u != v])
            arrows[v] = (target, rng.randint(most // 3, 2 * most // 3) if n > 6 else rng.randint(1, 9))
        return cls(n=n, arrows=arrows)

    def statement(self) -> str:
        return (
            f"Each of the vertices 0 to {self.n - 1} has one arrow, to another vertex. They are, one a line as: vertex: target "
            f"price\n{numbered_rows(self.arrows)}\n"
            "You may give any arrow another target; this costs its price. Do so at as small a total price as possible, so that "
            f"whoever starts at vertex 0 and follows the arrows comes to all {self.n} vertices and then back to vertex 0. Give "
            "the vertices whose arrows get another target."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(min_length=1, max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Of the arrows to each vertex keep the dearest; break each cycle where the next dearest arrow costs least instead."""
        into: list[list[int]] = [[] for _ in range(self.n)]
        for v in sorted(range(self.n), key=lambda v: -self.arrows[v][1]):
            into[self.arrows[v][0]].append(v)
        kept = {some[0]: target for target, some in enumerate(into) if some}
        seen: set[int] = set()
        for start in list(kept):
            cycle, v = [], start
            while v in kept and v not in seen:
                seen.add(v)
                cycle.append(v)
                v = kept[v]
            if cycle and v == start and len(cycle) < self.n:
                losses = [self._price(into[kept[v]][:1]) - self._price(into[kept[v]][1:2]) for v in cycle]
                v = cycle[losses.index(min(losses))]
                target = kept.pop(v)
                if into[target][1:]:
                    kept[into[target][1]] = target
        return self._others(kept)

    def _price(self, vertices: Iterable[int]) -> int:
        return sum([self.arrows[v][1] for v in vertices])

    def _others(self, kept: Mapping[int, int]) -> list[int]:
        return [v for v in range(self.n) if v not in kept]

    def objective(self, answer: Sequence[int], /) -> int:
        """Arrows can stay if they form paths: no two to the same vertex, and no cycle."""
        changed, targets = {*answer}, [target for target, _ in self.arrows]
        kept = [targets[v] for v in self._others(dict.fromkeys(changed))]
        if len({*kept}) < len(kept):
            return UNDONE
        for v in {*kept}:
            end = v
            while end not in changed:
                end = targets[end]
                if end == v:
                    return UNDONE
        return self._price(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Keep each arrow that may be kept beside those before: the dearest first."""
        kept: dict[int, int] = {}
        for v in sorted(range(self.n), key=lambda v: -self.arrows[v][1]):
            target = end = self.arrows[v][0]
            while end in kept:
                end = kept[end]
            if end != v and target not in kept.values():
                kept[v] = target
        return {"the dearest kept first": self._others(kept)}
