"""Find a longest path from a vertex of a tournament."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import directed


class TournamentLongestPath(OptimizationEnvironment):
    """A path of as many vertices as possible from a start, with an arc between every two vertices; one vertex more a level.

    A hidden order, against which every fifth to every second arc goes; the longest path has at least half of the vertices.
    From seven vertices on, always to the first vertex, the least, or the one with fewest arcs to new vertices is not best.
    Asked for is what comes after the start. Reward: (vertices / most vertices)^5; 0 for what is no path.
    """

    n: int
    arcs: Sequence[Sequence[int]]
    start: int

    paper_name = "Tournament_LongestPath"
    max_level = 30
    goal = "maximum"
    exemptions = {
        "simple-rule": "to go where most arcs to new vertices start is an algorithm: that vertex reaches what the others do"
    }

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order, against = rng.sample(range(n), n), rng.randint(20, 50)
        arcs = [(u, v) if rng.randrange(100) >= against else (v, u) for u, v in combinations(order, 2)]
        return cls(n=n, arcs=rng.sample(arcs, len(arcs)), start=rng.choice(order))

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs)}\n"
            f"Find a path along the arcs that starts at vertex {self.start} and visits as many vertices as possible, none "
            f"of them twice. Give the vertices that come after {self.start} on it, in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=1, max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Vertex after vertex, as they are reached, each put right behind the last one of the path that has an arc to it.

        From this one on all later ones have their arc the other way, so that it goes on to the next.
        """
        onward = self._onward
        reached, path = [self.start], [self.start]
        for vertex in reached:  # grows meanwhile
            for other in sorted(onward[vertex]):
                if other not in reached:
                    reached.append(other)
                    place = len(path)
                    while other not in onward[path[place - 1]]:
                        place -= 1
                    path.insert(place, other)
        return path[1:]

    def objective(self, answer: Sequence[int], /) -> int:
        path = [self.start, *answer]
        along_arcs = all(head in self._onward[tail] for tail, head in pairwise(path))
        return len(path) if along_arcs and len({*path}) == len(path) else 0

    def acceptable(self) -> bool:
        return 2 + 2 * len(self.solve()) >= max(6, self.n)

    def guesses(self) -> Iterable[Sequence[int]]:
        if self.n > 6:
            yield self._walk(lambda head, new: 0)
            yield self._walk(lambda head, new: head)
            yield self._walk(lambda head, new: len(self._onward[head] & new) or self.n)

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {
            "first listed": self._walk(lambda head, new: 0),
            "least": self._walk(lambda head, new: head),
            "most arcs": self._walk(lambda head, new: -len(self._onward[head])),
            "most arcs to new vertices": self._walk(lambda head, new: -len(self._onward[head] & new)),
        }

    def _walk(self, key: Callable[[int, set[int]], int]) -> list[int]:
        """From each vertex to the new one with the least key, the first in the list of those."""
        path, new = [self.start], {*range(self.n)} - {self.start}
        while ways := [head for tail, head in self.arcs if tail == path[-1] and head in new]:
            path.append(min(ways, key=lambda head: key(head, new)))
            new.remove(path[-1])
        return path[1:]

    @cached_property
    def _onward(self) -> list[set[int]]:
        """For each vertex those that its arcs lead to."""
        table: list[set[int]] = [set() for _ in range(self.n)]
        for tail, head in self.arcs:
            table[tail].add(head)
        return table
