"""Make a graph asymmetric by removing as few edges as possible."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, hidden
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows
from rlve.envs.toolkit.trees import from_root, neighbours

SMALLEST = ((0, 1), (0, 2), (2, 3), (0, 4), (4, 5), (5, 6))  # the asymmetric tree of 7 vertices
SHAPES = 20  # asymmetric trees of each size to draw from


class MaxEdgesAsymmetricGraph(OptimizationEnvironment):
    """Remove edges from a nearly complete graph so that an asymmetric one with the most edges is left.

    Seven vertices, and one edge to remove at first; one more of these, or one more vertex, with each level up to 3, then a
    vertex more with each level and an edge more with every other one. Reward: (least number of edges / number of edges)^5.

    No asymmetric graph has more edges than the complement of a forest of as many different asymmetric trees as there can be,
    of 1, 7, 8, 9 and more vertices: 1 tree for 7 vertices, 2 for 8 to 15, 3 for 16 to 24. Such a forest is planted.
    """

    n: int
    missing: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "MostNumEdge_NonSelfIsomorphism"
    max_level = 19  # 24 vertices
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 7, 8, 8), level, plus=1), "removed": 1 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, removed: int) -> Self:
        sizes = [n] if n == 7 else [n - 1]
        if n > 14:
            total = n - (n > 15)
            smaller = rng.randint(max(7, n - 14), (total - 1) // 2)  # not half of it: the trees must differ
            sizes = [smaller, total - smaller]
        trees = [rng.choice(_asymmetric_trees(size)) for size in sizes]
        edges, start = [], 0
        for tree in trees:
            edges += [(start + u, start + v) for u, v in tree]
            start += len(tree) + 1
        label = rng.sample(range(n), n)
        edges = [tuple(sorted((label[u], label[v]))) for u, v in rng.sample(edges, len(edges))]
        return cls(n=n, missing=sorted(edges[removed:]), solution=list(chain(*edges[:removed])))

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {self.n - 1}. Every two of them are joined by an edge, except for these "
            f"pairs, one a line:\n{rows(self.missing)}\n"
            "Remove edges so that the graph that is left is asymmetric and has as many edges as possible. A graph is asymmetric "
            "when every permutation of its vertices, other than the one that moves none, takes some edge to a pair without an "
            "edge. Give the two vertices of each removed edge, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.n, low=0, high=self.n - 1, pairs=True)

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("expected two vertices for each edge")
        pairs = {frozenset(pair) for pair in self.missing}
        removed = [frozenset(pair) for pair in zip(answer[::2], answer[1::2], strict=True)]
        for pair in removed:
            if len(pair) < 2 or pair in pairs:
                raise Infeasible(f"{min(pair)} {max(pair)} is no edge, or removed before")
            pairs.add(pair)
        if not _is_asymmetric(neighbours(self.n, sorted(map(sorted, pairs)))):
            raise Infeasible("the graph that is left is not asymmetric")
        return len(removed)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """With as many edges as have to be removed."""
        missing = {tuple(sorted(pair)) for pair in self.missing}
        free = [pair for pair in combinations(range(self.n), 2) if pair not in missing]
        times = [sum(v in pair for pair in missing) for v in range(self.n)]
        part = list(range(self.n))
        for u, v in self.missing:
            part = [part[u] if other == part[v] else other for other in part]
        firsts = [part.index(one) for one in dict.fromkeys(part)]
        found = {
            "the first edges": free,
            "edges of the vertices with fewest missing pairs": sorted(free, key=lambda pair: times[pair[0]] + times[pair[1]]),
            "edges of the vertices with most missing pairs": sorted(free, key=lambda pair: -times[pair[0]] - times[pair[1]]),
            "the parts that missing pairs make, joined in a row": pairwise(firsts),
        }
        return {name: list(chain(*edges))[: len(self.solution)] for name, edges in found.items()}


@cache
def _asymmetric_trees(n: int) -> list[Sequence[tuple[int, int]]]:
    """Some of the asymmetric trees of n >= 7 vertices, no two alike: leaves hung on those with a vertex less."""
    if n == 7:
        return [SMALLEST]
    found: dict[str, Sequence[tuple[int, int]]] = {}
    for tree in _asymmetric_trees(n - 1):
        for vertex in range(n - 1):
            longer = (*tree, (vertex, n - 1))
            forms = _rooted_forms(longer)
            if len(set(forms)) == n:
                found.setdefault(min(forms), longer)
    return list(found.values())[:SHAPES]


def _rooted_forms(edges: Sequence[tuple[int, int]]) -> list[str]:
    """The shape of a tree as seen from each of its vertices, in brackets: two are equal when a symmetry exchanges the two."""
    n = len(edges) + 1
    table, forms = neighbours(n, edges), []
    for root in range(n):
        order, parent = from_root(table, root)
        below: list[list[str]] = [[] for _ in range(n + 1)]
        for vertex in reversed(order):
            below[parent[vertex]].append(f"({''.join(sorted(below[vertex]))})")
        forms += below[-1]
    return forms


def _is_asymmetric(table: Sequence[Sequence[int]]) -> bool:
    """Search for a permutation that keeps all edges: a vertex of one colouring goes to one of the same colour of the other.

    To each pair of colourings those are added in which a vertex and its image have a colour of their own.
    """
    if len(set(map(frozenset, table))) < len(table):  # two with the same neighbours: so it is mostly, and soon seen
        return False
    colours = _refined(table, [0] * len(table))
    stack = [(colours, colours)]
    while stack:
        one, other = stack.pop()
        if sorted(one) != sorted(other):
            continue
        if len(set(one)) < len(table):
            fixed = _singled_out(table, one, _alike(one)[0])
            stack += [(fixed, _singled_out(table, other, vertex)) for vertex in _alike(other)]
            continue
        image = [other.index(colour) for colour in one]
        kept = all({image[v] for v in near} == {*table[image[u]]} for u, near in enumerate(table))
        if kept and image != list(range(len(table))):
            return False
    return True


def _refined(table: Sequence[Sequence[int]], colours: Sequence[int]) -> list[int]:
    """Tell vertices apart by the colours of their neighbours, over and over; names of colours depend on nothing else."""
    while True:
        seen = [(colour, *sorted([colours[other] for other in near])) for colour, near in zip(colours, table, strict=True)]
        names = {one: name for name, one in enumerate(sorted(set(seen)))}
        finer = [names[one] for one in seen]
        if len(names) == len(set(colours)):
            return finer
        colours = finer


def _alike(colours: Sequence[int]) -> list[int]:
    """The vertices of the first colour that several have."""
    shared = min([colour for colour in colours if colours.count(colour) > 1])
    return [vertex for vertex, colour in enumerate(colours) if colour == shared]


def _singled_out(table: Sequence[Sequence[int]], colours: Sequence[int], vertex: int) -> list[int]:
    return _refined(table, [2 * colour + (other != vertex) for other, colour in enumerate(colours)])
