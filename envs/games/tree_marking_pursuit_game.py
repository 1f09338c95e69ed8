"""Find how many vertices a round must be blackened so that a walker on a tree never meets a white one."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import from_root, neighbours, shuffled, tree_text


class TreeMarkingPursuitGame(Environment):
    """The least K with which Alice keeps Bob off white vertices of a tree, for each of 2 starts; 3 or 4 vertices more a level.

    A start more with every other level. From 19 vertices on two or three vertices with many leaves are beside one that a path
    leads away from, and it matters that Bob can turn to either of them. Reward: exact, all needed.
    """

    edges: Sequence[Sequence[int]]
    starts: Sequence[int]

    paper_name = "TriumphalArch"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs([8, 11, 15, 19], level, plus=4), "starts": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, starts: int) -> Self:
        edges: list[tuple[int, int]] = []
        if n < 16:  # a new vertex hangs on an old one, rather on one of many edges
            ends = [0]
            for new in range(1, n):
                edges.append((rng.choice(ends), new))
                ends += [*edges[-1], edges[-1][0]]
        else:
            hubs, path = rng.randint(2, 2 if n < 20 else 3), rng.randint(2, 5)
            edges += [(0, hub) for hub in range(1, hubs + 1)]
            edges += [(vertex - 1 if vertex > hubs + 1 else 0, vertex) for vertex in range(hubs + 1, hubs + path + 1)]
            edges += [(1 + leaf % hubs, leaf) for leaf in range(hubs + path + 1, n)]
        return cls(edges=shuffled(rng, edges), starts=rng.sample(range(n), starts))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "Alice and Bob play on it. Bob starts at a vertex s, which is black; all others are white. In each round Alice makes "
            "up to K white vertices black, wherever she likes; then Bob stays or moves to a neighbour. Bob wins when he stands "
            "at a white vertex, and Alice wins when all vertices are black.\n"
            f"Here are {len(self.starts)} starts s of separate games:\n{' '.join(map(str, self.starts))}\n"
            "Give for each of them, in order, the least K with which Alice can win whatever Bob does."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.starts), low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        table = neighbours(len(self.edges) + 1, self.edges)
        return [_least(table, start) for start in self.starts]

    def acceptable(self) -> bool:
        """With two or three vertices of many leaves, Bob gains by being able to turn to either."""
        return len(self.edges) < 16 or tuple(self._bounds()[1]) != self.reference

    def rules(self) -> Mapping[str, Sequence[int]]:
        degrees, straight, spread, largest = self._bounds()
        most = max(map(len, neighbours(len(self.edges) + 1, self.edges)))
        return {
            "as if Bob ran straight to one vertex": straight,
            "his neighbours": degrees,
            "all vertices over the inner ones": [*map(max, degrees, spread)],
            "the largest of these": largest,
            "half of the most neighbours": [max(degree, (most + 2) // 2) for degree in degrees],
        }

    def _bounds(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """What K must be at least for each start: for Bob's neighbours, for a run along a path, for all inner vertices; their
        largest. Alice needs K times some connected vertices, with the start, to be at least the number of all beside them.
        """
        table = neighbours(len(self.edges) + 1, self.edges)
        inner = sum([len(beside) > 1 for beside in table])
        degrees = [len(table[start]) for start in self.starts]
        spread = [-(-len(self.edges) // (inner + (degree == 1))) for degree in degrees]
        straight = []
        for start in self.starts:
            order, parent = from_root(table, start)
            length, beside = {-1: 0}, {-1: 1}
            for vertex in order:
                length[vertex] = length[parent[vertex]] + 1
                beside[vertex] = beside[parent[vertex]] + len(table[vertex]) - 1
            straight.append(max([-(-beside[vertex] // length[vertex]) for vertex in order]))
        return degrees, straight, spread, [*map(max, degrees, straight, spread)]


def _least(table: Sequence[Sequence[int]], start: int) -> int:
    """By search for the least K with which nothing needs to be black beyond the vertex where Bob starts.

    What must be black beyond a vertex before he comes to it: its children and what must be black beyond them, less K.
    """
    order, parent = from_root(table, start)
    children = [len(beside) - 1 for beside in table]
    children[start] += 1

    def holds(k: int) -> bool:
        needed = children.copy()
        for vertex in order[:0:-1]:
            if needed[vertex] > k:
                needed[parent[vertex]] += needed[vertex] - k
        return needed[start] <= k

    return bisect_left(range(len(table)), True, lo=children[start], key=holds)
