"""Find a rooted spanning tree in which the weights, each times its depth, add up to as little as possible."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations, count
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import undirected_weighted
from rlve.envs.toolkit.trees import random_tree

UNDONE = 10**9  # what parents cost that make no such tree


class MinimumDepthWeightedSpanningTree(OptimizationEnvironment):
    """A rooted spanning tree of least cost, an edge at depth k costing k times its weight; one vertex more with each level.

    A random tree and nearly as many edges more; from seven vertices on a tree of hubs and their leaves, in which one edge mostly
    costs a little more than two others, so that the cheapest vertex next is not best from any root. The answer: all parents.
    Reward: (least cost / cost)^5; 0 where the parents make no such tree.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MinimumWeightedSpanningTree"
    max_level = 14
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 7:
            pairs = random_tree(rng, n)
            others = [pair for pair in combinations(range(n), 2) if pair not in pairs]
            pairs += rng.sample(others, rng.randint(n // 2 - 1, n - 2))
            edges = [(u, v, rng.randint(1, 9)) for u, v in rng.sample(pairs, len(pairs))]
            return cls(n=n, edges=edges)
        order, hubs = rng.sample(range(n), n), max(2, n // 4)
        weights = {(i % hubs, i): rng.randint(2, 3) for i in range(hubs, n)}
        for i in range(1, hubs):
            other = rng.randrange(i)
            detour = rng.randint(2, 3)
            weights[i, other + hubs] = detour
            weights[other, i] = 2 * detour + rng.randint(1, 2)
        for i in range(n - n // 6, n):
            detour = rng.randint(1, 3)
            weights[i - hubs, i] = detour
            weights[i % hubs, i] = 2 * detour + rng.randint(1, 3)
        for i in rng.sample(range(hubs, n), n // 4):
            weights.setdefault(((i + rng.randrange(1, hubs)) % hubs, i), rng.randint(4, 9))
        edges = [(order[u], order[v], weight) for (u, v), weight in weights.items()]
        return cls(n=n, edges=[(min(u, v), max(u, v), weight) for u, v, weight in rng.sample(edges, len(edges))])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            "Choose one vertex as the root, and for every other vertex a parent to which an edge joins it, so that whoever goes "
            "from parent to parent comes to the root. The depth of a vertex is the number of edges on this way, and the vertex "
            "costs its depth times the weight of the edge to its parent. The total cost should be as small as possible. Give the "
            "parents of the vertices in order, that of vertex 0 first; for the root give the root itself."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Layer after layer, the least estimate first (A*)."""
        table = self._ways()
        tie = count()
        queue = [(0, next(tie), 0, 0, 1 << root, ((root, root, 0),), ()) for root in range(self.n)]
        done: set[tuple[int, int]] = set()
        while True:
            _, _, cost, depth, inside, layer, above = heappop(queue)
            if (depth, inside) in done:
                continue
            done.add((depth, inside))
            above = (layer, above)
            if inside + 1 == 1 << self.n:
                break
            _, forced, free = _outlook(table, depth, inside)
            for taken in range(1 << len(free)):
                layer = (*forced, *[way for i, way in enumerate(free) if taken >> i & 1])
                if layer:
                    total = cost + sum([price for _, _, price in layer])
                    wider = inside + sum([1 << v for v, _, _ in layer])
                    least = total + _outlook(table, depth + 1, wider)[0]
                    heappush(queue, (least, next(tie), total, depth + 1, wider, layer, above))
        parents = [0] * self.n
        while above:
            layer, above = above
            for v, parent, _ in layer:
                parents[v] = parent
        return parents

    def _ways(self) -> list[list[tuple[int, int]]]:
        """For each vertex the weights and other ends of its edges, ascending."""
        table: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        for u, v, weight in self.edges:
            table[u].append((weight, v))
            table[v].append((weight, u))
        return [sorted(ways) for ways in table]

    def objective(self, answer: Sequence[int], /) -> int:
        if sum([v == parent for v, parent in enumerate(answer)]) != 1:
            return UNDONE
        weights = {frozenset((u, v)): weight for u, v, weight in self.edges}
        cost = 0
        for v, parent in enumerate(answer):
            if parent != v and frozenset((v, parent)) not in weights:
                return UNDONE
            price, depth, above = weights.get(frozenset((v, parent)), 0), 0, v
            while answer[above] != above:
                above, depth = answer[above], depth + 1
                if depth == self.n:
                    return UNDONE
            cost += depth * price
        return cost

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._grown("the cheapest vertex")] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        names = ("the lightest edge", "breadth first, the lightest edge", "the cheapest vertex")
        return {f"{name} next, from the best root": self._grown(name) for name in names}

    def _grown(self, rule: str) -> list[int]:
        """The best of the trees, one for each root, that grow vertex by vertex by a rule."""
        table, trees = self._ways(), []
        for root in range(self.n):
            parents, depth, cost = [root] * self.n, {root: 0}, 0
            while len(depth) < self.n:
                ways = []
                for v, above in depth.items():
                    for weight, u in table[v]:
                        if u not in depth:
                            price = weight * (above + 1)
                            first = {"the cheapest vertex": price, "the lightest edge": weight}.get(rule, above)
                            ways.append((first, weight, price, v, u))
                _, _, price, v, u = min(ways)
                parents[u], depth[u] = v, depth[v] + 1
                cost += price
            trees.append((cost, parents))
        return min(trees)[1]


def _outlook(
    table: Sequence[Sequence[tuple[int, int]]], depth: int, inside: int
) -> tuple[int, list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """When the vertices of a set are in the tree, down to that depth: the least that the others will cost, and (vertex, parent,
    cost) of those that best join in the next layer, and of those that may or may not.

    One that joins above the last layer only gains by joining below it, so that the depth is all that counts of the tree; and
    who does not join in the next layer, stays a layer longer outside and joins below another one from there.
    """
    least, forced, free = 0, [], []
    for v, ways in enumerate(table):
        if not inside >> v & 1:
            now = next(((weight * (depth + 1), u) for weight, u in ways if inside >> u & 1), None)
            later = next((weight * (depth + 2) for weight, u in ways if not inside >> u & 1), None)
            if now is None:
                least += later or 0
            elif later is None or now[0] <= later:
                least += now[0]
                forced.append((v, now[1], now[0]))
            else:
                least += later
                free.append((v, now[1], now[0]))
    return least, forced, free
