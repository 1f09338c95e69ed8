"""Find arcs of least total weight along which a root reaches all vertices."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import numbered_arcs

Arc = Sequence[int]

UNDONE = 10**9  # what arcs weigh along which some vertex is not reached


class MinimumSpanningArborescence(OptimizationEnvironment):
    """The lightest N-1 arcs that lead from a root to all vertices; a tenth more vertices, and one, with each level.

    One to two and a half arcs a vertex. From six vertices on there are light arcs there and back: the lightest arcs into the
    vertices close a cycle, and always the lightest arc to a vertex not yet reached is not best.
    The answer: the numbers of the arcs. Reward: (least weight / weight)^20; 0 where a vertex is not reached.
    """

    n: int
    root: int
    arcs: Sequence[Arc]

    paper_name = "MinimumDirectedSpanningTree"
    max_level = 25
    goal = "minimum"
    exponent = 20
    exemptions = {"integers": "a graph of four vertices whose arcs have numbers"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "arcs": min(grow(6, level, percent=20, plus=1), 5 * n // 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        order = rng.sample(range(n), n)
        pairs = {(order[rng.randrange(i)], order[i]): None for i in range(1, n)}
        others = [(u, v) for u in range(n) for v in range(n) if u != v and v != order[0] and (u, v) not in pairs]
        inner = [(head, tail) for tail, head in pairs if tail != order[0] and n > 5]  # there and back: a cycle
        light = {*inner, *[(head, tail) for tail, head in inner]}
        chosen = list(dict.fromkeys([*pairs, *inner[: n // 2], *rng.sample(others, arcs)]))[: arcs - rng.randint(0, arcs // 10)]
        rng.shuffle(chosen)
        most = max(9, n)
        weights = [rng.randint(1, most) + (0 if arc in light or n < 6 else most // 3) for arc in chosen]
        return cls(n=n, root=order[0], arcs=[(*arc, weight) for arc, weight in zip(chosen, weights, strict=True)])

    def statement(self) -> str:
        return (
            f"{numbered_arcs(self.n, self.arcs, 'weight')}\n"
            f"Find {self.n - 1} arcs along which every other vertex can be reached from vertex {self.root}, with as small a "
            "total weight as possible. Give the numbers of these arcs."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(length=self.n - 1, low=0, high=len(self.arcs) - 1)

    def solve(self) -> list[int]:
        """Edmonds's algorithm: contract the cycles of the lightest arcs in, charge other arcs the difference, and again."""
        n, root, arcs = self.n, self.root, [(*arc, number) for number, arc in enumerate(self.arcs)]
        rounds = []  # the lightest arcs in, and the arcs themselves
        while True:
            lightest = _lightest(arcs)
            rounds.append((lightest, arcs))
            part = _cycles(n, root, lightest)
            count = max(part) + 1
            if count == n:
                break
            arcs = [
                (part[tail], part[head], weight - lightest[head][2], place)
                for place, (tail, head, weight, _) in enumerate(arcs)
                if part[tail] != part[head]
            ]
            n, root = count, part[root]
        chosen: list[int] = []  # places among the arcs of a round
        while rounds:
            lightest, arcs = rounds.pop()
            lightest |= {arcs[place][1]: arcs[place] for place in chosen}
            chosen = [arc[3] for arc in lightest.values()]
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        chosen = [self.arcs[number] for number in answer]
        reached = [self.root]
        for vertex in reached:
            reached += [head for tail, head, _ in chosen if tail == vertex and head not in reached]
        return sum([weight for *_, weight in chosen]) if len(reached) == self.n else UNDONE

    def guesses(self) -> Iterable[Sequence[int]]:
        return [*self.rules().values()][: 2 if self.n > 5 else 0]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The lightest arc into each vertex; the lightest to a vertex not reached; the lightest that closes no cycle."""
        by_weight = sorted(self.arcs, key=lambda arc: arc[2])
        reached, grown = [self.root], []
        while len(reached) < self.n:
            arc = next(arc for arc in by_weight if arc[0] in reached and arc[1] not in reached)
            reached.append(arc[1])
            grown.append(arc)
        part, forest = list(range(self.n)), []
        for arc in by_weight:
            tail, head, _ = arc
            if part[tail] != part[head] and head not in [other[1] for other in forest]:
                forest.append(arc)
                part = [part[tail] if other == part[head] else other for other in part]
        found = {
            "the lightest arc into each": list(_lightest(self.arcs).values()),
            "the lightest to a vertex not reached": grown,
            "the lightest that closes no cycle": forest,
        }
        return {name: [*map(self.arcs.index, arcs)] for name, arcs in found.items()}


def _lightest(arcs: Iterable[Arc]) -> dict[int, Arc]:
    """By head, the lightest arc into it."""
    found: dict[int, Arc] = {}
    for arc in arcs:
        if arc[1] not in found or arc[2] < found[arc[1]][2]:
            found[arc[1]] = arc
    return found


def _cycles(n: int, root: int, lightest: Mapping[int, Arc]) -> list[int]:
    """New numbers for the vertices: one for all of a cycle, one for each other vertex."""
    part, seen, count = [-1] * n, [-1] * n, 0
    for start in range(n):
        v = start
        while v != root and seen[v] < 0:
            seen[v] = start
            v = lightest[v][0]
        if v != root and seen[v] == start and part[v] < 0:
            while part[v] < 0:
                part[v] = count
                v = lightest[v][0]
            count += 1
    for v in range(n):
        if part[v] < 0:
            part[v] = count
            count += 1
    return part
