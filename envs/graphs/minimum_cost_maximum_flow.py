"""Send as much as possible through a network, at the least cost."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import directed


class MinimumCostMaximumFlow(OptimizationEnvironment):
    """A maximum flow from vertex 0 to vertex N-1 of least cost; a tenth more vertices, and one, with each level.

    All arcs lie on paths from source to sink. From seven vertices on, cheap arcs lead across between dearer paths, so that flow
    along a cheapest path must be taken back. A unit that arrives counts 10N, more than it can cost, and the worth of a flow is
    this less its cost. Reward: (worth / greatest worth)^5; 0 where flow is lost or made on the way.
    """

    n: int
    arcs: Sequence[Sequence[int]]

    paper_name = "MinimumCost_MaximumFlow"
    max_level = 18
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "arcs": min(grow(5, level, percent=20, plus=1), 2 * n)}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        chosen: dict[tuple[int, int], tuple[int, int]] = {}
        inner = rng.sample(range(1, n - 1), n - 2)
        pairs = [inner[i : i + 2] for i in range(0, n - 3, 2)] if n > 6 else []
        for first, last in pairs:
            chosen[first, last] = (rng.randint(3, 9), rng.randint(6, 9))
            chosen[0, first] = (rng.randint(3, 9), rng.randint(1, 5))
            chosen[last, n - 1] = (rng.randint(3, 9), rng.randint(1, 5))
        for _ in range(arcs - len(chosen) - n // 4 if pairs else 0):
            i, j = sorted(rng.sample(range(len(pairs)), 2))
            chosen[pairs[i][0], pairs[j][1]] = (rng.randint(5, 9), rng.randint(1, 3))
        for _ in range(2 * arcs):
            stops = rng.sample(inner, rng.randint(1, min(3, n - 2)))
            steps = pairwise([0, *stops, n - 1])
            path = {arc: (rng.randint(1, 6 if pairs else 4), rng.randint(4 if pairs else 1, 9)) for arc in steps}
            if len(chosen | path) <= arcs:
                chosen = path | chosen
                if len(chosen) == arcs:
                    break
        shuffled = rng.sample(list(chosen), len(chosen))
        return cls(n=n, arcs=[(*arc, *chosen[arc]) for arc in shuffled])

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'capacity', 'cost')}\n"
            "Give each arc a flow, an integer that is not negative and at most its capacity. As much as possible should flow "
            f"from vertex 0 to vertex {self.n - 1}, while at every other vertex as much flows in as out; and with this, the sum "
            "over all arcs of flow times cost should be as small as possible. Give the flows of the arcs in the order above."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.arcs), low=0, high=max([capacity for *_, capacity, _ in self.arcs]))

    def solve(self) -> list[int]:
        return self._filled([cost for *_, cost in self.arcs], back=True)

    def _filled(self, costs: Sequence[int], *, back: bool) -> list[int]:
        """As much as fits along a cheapest path (Bellman and Ford), again and again; `back`: flow may be taken back."""
        flows = [0] * len(self.arcs)
        while True:
            distance: list[int | None] = [0, *[None] * (self.n - 1)]
            into = [(0, 0)] * self.n  # the arc by which a vertex is reached, and 1 or -1 for its direction
            changed = True
            while changed:
                changed = False
                for i, (tail, head, capacity, _) in enumerate(self.arcs):
                    start, end = distance[tail], distance[head]
                    if start is not None and flows[i] < capacity and (end is None or start + costs[i] < end):
                        distance[head], into[head], changed = start + costs[i], (i, 1), True
                    elif back and flows[i] and end is not None and (start is None or end - costs[i] < start):
                        distance[tail], into[tail], changed = end - costs[i], (i, -1), True
            if distance[-1] is None:
                return flows
            path, v = [], self.n - 1
            while v:
                i, way = into[v]
                path.append((i, way))
                v = self.arcs[i][0 if way == 1 else 1]
            most = min([self.arcs[i][2] - flows[i] if way == 1 else flows[i] for i, way in path])
            for i, way in path:
                flows[i] += way * most

    def objective(self, answer: Sequence[int], /) -> int:
        surplus, cost = [0] * self.n, 0
        for flow, (tail, head, capacity, price) in zip(answer, self.arcs, strict=True):
            if flow > capacity:
                raise Infeasible(f"a flow of {flow} from {tail} to {head} exceeds the capacity {capacity}")
            surplus[tail] -= flow
            surplus[head] += flow
            cost += flow * price
        return 0 if any(surplus[1:-1]) else 10 * self.n * surplus[-1] - cost

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Along cheapest paths, or those with the fewest arcs, without taking anything back."""
        return {
            "cheapest paths first": self._filled([cost for *_, cost in self.arcs], back=False),
            "shortest paths first": self._filled([1] * len(self.arcs), back=False),
        }
