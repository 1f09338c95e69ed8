"""Find all bridges of a graph."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerSet, grow
from rlve.envs.toolkit.graphs import neighbour_sets
from rlve.envs.toolkit.text import numbered_rows
from rlve.envs.toolkit.trees import neighbours


class GraphBridges(Environment):
    """The edges without which their two vertices are no longer connected; a tenth more vertices, and one, with each level.

    Up to seven vertices a long tree with a few short edges more, which close cycles; a sixth to two thirds of the edges are
    bridges. From eight on a chain of cycles, some with chords, and single vertices, perhaps in two parts, where a bridge lies
    between two cycles.
    Reward: (edges both listed and bridges / edges listed or bridges)^5.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "Bridge"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        label = rng.sample(range(n), n)
        pairs = list(dict.fromkeys((_chain if n > 7 else _long_tree)(rng, n)))
        edges = [(label[u], label[v]) for u, v in rng.sample(pairs, len(pairs))]
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in edges])

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {self.n - 1} and these edges, one a line as: number: vertex vertex\n"
            f"{numbered_rows(self.edges)}\n"
            "An edge is a bridge if without it, with all the others kept, no path joins its two vertices. Give the numbers of "
            "all bridges; there is at least one."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.edges), low=0, high=len(self.edges) - 1)

    def solve(self) -> list[int]:
        """Breadth first: the edge to a vertex is a bridge when no edge outside the tree leaves what lies below it.

        Such an edge is a bit at both of its ends, and cancels out below a vertex unless it leaves.
        """
        table, above, order = neighbours(self.n, self.edges), {}, []
        for root in range(self.n):
            if root not in above:
                above[root] = root
                reached = [root]
                for vertex in reached:
                    for other in table[vertex]:
                        if other not in above:
                            above[other] = vertex
                            reached.append(other)
                order += reached
        leaving = [0] * self.n
        for number, (u, v) in enumerate(self.edges):
            if u != above[v] and v != above[u]:
                leaving[u] ^= 1 << number
                leaving[v] ^= 1 << number
        bridges = set()
        for vertex in order[::-1]:
            if not leaving[vertex]:
                bridges.add(frozenset((vertex, above[vertex])))
            leaving[above[vertex]] ^= leaving[vertex]
        return [number for number, edge in enumerate(self.edges) if frozenset(edge) in bridges]

    def score(self, answer: Sequence[int], /) -> float:
        return (len({*answer} & {*self.reference}) / len({*answer, *self.reference})) ** 5

    def acceptable(self) -> bool:
        bridges = {*self.solve()}
        if self.n < 8:
            return len(self.edges) <= 6 * len(bridges) <= 4 * len(self.edges)
        stripped, *others = (set(answer) == bridges for answer in self.rules().values())
        return not stripped and not all(others)

    def rules(self) -> Mapping[str, Sequence[int]]:
        joined = neighbour_sets(self.n, self.edges)
        ends = {number: (len(joined[u]), len(joined[v])) for number, (u, v) in enumerate(self.edges)}
        short = [
            any(joined[w] & (joined[v] - {u}) for w in (joined[u] - {v}) | {u})  # a triangle or a quadrilateral
            for u, v in self.edges
        ]
        return {
            "edges to a vertex of degree 1, again and again": self._stripped(),
            "edges in no cycle of at most four": [number for number in ends if not short[number]],
            "edges at branches, edges to a vertex of degree 1": [number for number in ends if min(ends[number]) != 2],
        }

    def _stripped(self) -> list[int]:
        left, gone = dict(enumerate(self.edges)), []
        while True:
            degree = Counter([v for edge in left.values() for v in edge])
            hanging = [number for number, (u, v) in left.items() if min(degree[u], degree[v]) == 1]
            if not hanging:
                return gone
            gone += hanging
            left = {number: edge for number, edge in left.items() if number not in hanging}


def _long_tree(rng: Random, n: int) -> list[tuple[int, int]]:
    """A long tree and a few short edges more."""
    pairs = [(rng.randrange(max(0, new - 2), new), new) for new in range(1, n)]
    wanted = n - 1 + n // 4
    for start in rng.sample(range(n - 2), n - 2):
        pair = start, min(n - 1, start + rng.randint(2, 4))
        if len(pairs) < wanted and pair not in pairs:
            pairs.append(pair)
    return pairs


def _chain(rng: Random, n: int) -> list[tuple[int, int]]:
    """Cycles, some with chords, and single vertices, each joined to one of the four vertices before it, but perhaps for one."""
    sizes = [3] * max(2, n // 6)
    for _ in range(rng.randint(1, n - sum(sizes))):
        sizes[rng.randrange(max(2, n // 6) // 2)] += 1
    sizes += [1] * (n - sum(sizes))
    links, pairs, first = [], [], 0
    for size in rng.sample(sizes, len(sizes)):
        links.append((rng.randrange(max(0, first - 4), max(1, first)), first))
        pairs += [(v - 1, v) for v in range(first + 1, first + size)]
        if size > 1:
            pairs.append((first, first + size - 1))
        if size > 3 and rng.random() < 1 / 5 + size // 12:
            chord = rng.randrange(1, size - 2)
            pairs.append((first + chord, first + rng.randint(chord + 2, size - 1)))
        first += size
    del links[0]
    if rng.random() < 1 / 3:
        del links[rng.randrange(len(links))]
    return [*links, *pairs]
