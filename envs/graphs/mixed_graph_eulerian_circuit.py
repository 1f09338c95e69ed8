"""Find a closed walk that uses every edge of a mixed graph once."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.text import rows


class MixedGraphEulerianCircuit(ConstraintEnvironment):
    """A closed walk along all edges, some of which have a direction; one vertex more with each level.

    Cycles that hang together, about three edges for two vertices, each cycle walked in one direction; a third to a half of the
    edges keep it. From seven vertices on a walk that always takes the first free way on gets stuck.
    Reward: (share of edges used in an allowed direction)^10.
    """

    n: int
    edges: Sequence[Sequence[int]]
    arcs: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "MixedGraphEulerianCircuit"
    max_level = 40
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "edges": 6 + 3 * level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        fresh = rng.sample(range(n), n)
        used, arcs = [fresh.pop()], {}
        for _ in range(2 * n):
            size = min(len(fresh), rng.choice((2, 2, 2, 3, 4)))  # new vertices of the next cycle
            size += len(fresh) - size == 1
            cycle = [rng.choice(used), *[fresh.pop() for _ in range(size)]] if size else rng.sample(used, rng.randint(3, 4))
            steps = [*pairwise(cycle), (cycle[-1], cycle[0])]
            if size or (len(arcs) + len(steps) <= edges and not any({step, step[::-1]} & arcs.keys() for step in steps)):
                arcs |= dict.fromkeys(steps)
                used += cycle[1:] if size else []
        chosen = rng.sample([*arcs], len(arcs))
        kept = rng.randint(len(arcs) // 3, len(arcs) // 2)
        return cls(
            n=n,
            edges=[(min(arc), max(arc)) for arc in chosen[kept:]],
            arcs=chosen[:kept],
            solution=_circuit(rng.choice(used), rng.sample(chosen, len(chosen))),
        )

    def statement(self) -> str:
        edges = "these edges without a direction, one a line:" if len(self.edges) > 1 else "this edge without a direction:"
        arcs = "these edges with a direction, one a line as:" if len(self.arcs) > 1 else "this edge with a direction, as:"
        return (
            f"A graph has the vertices 0 to {self.n - 1} and {edges}\n{rows(self.edges)}\n"
            f"It also has {arcs} from to\n{rows(self.arcs)}\n"
            "Find a closed walk that uses each of all these edges exactly once: one without a direction either way, one with a "
            "direction only that way. Give its vertices in order, from any start on, without the return to the start at the end."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.edges) + len(self.arcs), low=0, high=self.n - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        steps = {*pairwise(answer), (answer[-1], answer[0])}
        used = sum([arc in steps for arc in self.arcs]) + sum([not steps.isdisjoint(((u, v), (v, u))) for u, v in self.edges])
        return used, len(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the first edge always along the first that is free, those with a direction first or last."""
        both = [way for u, v in self.edges for way in ((u, v), (v, u))]
        found = {}
        for name, ways in (("first", [*self.arcs, *both]), ("last", [*both, *self.arcs])):
            walk, left = [ways[0][0]], list(ways)
            while step := next((way for way in left if way[0] == walk[-1]), None):
                walk.append(step[1])
                left = [way for way in left if {*way} != {*step}]
            short = len(self.edges) + len(self.arcs) - len(walk)
            found[f"first free way on, edges with a direction {name}"] = [*walk, *walk[:1] * short][: len(walk) + short]
        return found


def _circuit(start: int, arcs: Iterable[Sequence[int]]) -> list[int]:
    """Hierholzer's algorithm; the return to the start is left out."""
    heads: dict[int, list[int]] = {}
    for tail, head in arcs:
        heads.setdefault(tail, []).append(head)
    stack, walk = [start], []
    while stack:
        if heads[stack[-1]]:
            stack.append(heads[stack[-1]].pop())
        else:
            walk.append(stack.pop())
    return walk[:0:-1]
