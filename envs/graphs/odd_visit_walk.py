"""Walk through a graph so that every vertex is visited an odd number of times."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow
from rlve.envs.toolkit.graphs import neighbour_sets, undirected
from rlve.envs.toolkit.trees import neighbours, random_tree


class OddVisitWalk(ConstraintEnvironment):
    """A walk in which each vertex occurs an odd number of times; a tenth more vertices, and one, with each level.

    A tree and, from eight vertices on, an edge more for every eight. From five vertices on at least three vertices have a single
    neighbour, so that no walk visits each vertex once. Reward: (share of vertices visited an odd number of times)^10; 0 off the
    edges.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "OddVisitation"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "more": n // 8}

    @classmethod
    def draw(cls, rng: Random, n: int, more: int) -> Self:
        pairs = random_tree(rng, n, reach=4)
        if n < 5 and rng.random() < 0.5:
            centre = rng.randrange(n)
            pairs = [(min(centre, v), max(centre, v)) for v in range(n) if v != centre]
        elif n < 5:
            more = rng.randrange(2)
        others = [(u, v) for v in range(n) for u in range(v) if (u, v) not in pairs]
        pairs += rng.sample(others, more)
        return cls(n=n, edges=rng.sample(pairs, len(pairs)))

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Find a walk along the edges that visits every vertex an odd number of times. It may start and end anywhere and use "
            "an edge more than once; its first and its last vertex count as visits too. Give its vertices in order, at most "
            f"{self._most()} in all."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(max_length=self._most(), low=0, high=self.n - 1)

    def _most(self) -> int:
        """The most vertices an answer may have: far more than it needs."""
        return 20 * self.n

    def solve(self) -> list[int]:
        """The shortest of the walks from up to four vertices."""
        return min(map(self._walk, range(4)), key=len)

    def _walk(self, start: int) -> list[int]:
        """Depth first and back; a vertex with an even number of visits is visited once more when it is left for good.

        The walk ends as soon as all the numbers are odd: at the latest before the last return to the start.
        """
        table, seen, even = neighbours(self.n, self.edges), [False] * self.n, {*range(self.n)}
        walk: list[int] = []
        stack, ahead = [start], [start]
        seen[start] = True
        while even:
            for v in ahead:
                walk.append(v)
                even ^= {v}
                if not even:
                    return walk
            v = stack[-1]
            child = next((u for u in table[v] if not seen[u]), None)
            if child is not None:
                seen[child] = True
                stack.append(child)
                ahead = [child]
            else:
                stack.pop()
                ahead = [stack[-1], v, stack[-1]] if v in even else [stack[-1]]
        return walk

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        joined = neighbour_sets(self.n, self.edges)
        if not all(v in joined[u] for u, v in pairwise(answer)):
            return 0, self.n
        return sum([times % 2 for times in Counter(answer).values()]), self.n

    def acceptable(self) -> bool:
        return self.n < 5 or list(map(len, neighbours(self.n, self.edges))).count(1) > 2

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 4 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Depth first, with all steps back: as far as the last new vertex, and back to the start."""
        found = {}
        for start in range(2):
            table, seen, stack, walk, last = neighbours(self.n, self.edges), {start}, [start], [start], 1
            while stack:
                child = next((u for u in table[stack[-1]] if u not in seen), None)
                if child is None:
                    stack.pop()
                    walk += stack[-1:]
                else:
                    seen.add(child)
                    stack.append(child)
                    walk.append(child)
                    last = len(walk)
            found[f"depth first from {start}"] = walk[:last]
            found[f"depth first from {start} and back"] = walk
        return found
