"""Split the vertices of a graph into K classes with few edges between them."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import by_degree, neighbour_sets, undirected


class MinimumKWayCutPartition(OptimizationEnvironment):
    """K classes, none empty, with the fewest edges between two of them; one vertex more with each level.

    Groups of two to five vertices, nearly all of a group joined, and few edges between the groups; as many classes as groups or
    one more. From seven vertices on, splitting off the vertices with the fewest edges, each by itself, is not best.
    Reward: (fewest edges / edges)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]
    count: int

    paper_name = "Minimum_CrossingEdges_GraphPartition"
    max_level = 12  # the solver takes three times as long with each
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order, groups = rng.sample(range(n), n), max(2, (n + 1) // 4)
        part = [v % groups for v in range(n)]
        inside = [(u, v) for v in range(n) for u in range(v) if part[u] == part[v]]
        between = [(u, v) for v in range(n) for u in range(v) if part[u] != part[v]]
        dropped = rng.sample(inside, rng.randint(0, n // 6))
        pairs = [pair for pair in inside if pair not in dropped]
        pairs += [(g - 1, rng.choice(range(g, n, groups))) for g in range(1, groups)]
        others = [pair for pair in between if pair not in pairs]
        pairs += rng.sample(others, rng.randint(0, groups - 1) if n > 6 else 1)
        edges = [(order[u], order[v]) for u, v in rng.sample(pairs, len(pairs))]
        return cls(
            n=n, edges=[(min(edge), max(edge)) for edge in edges], count=groups + (rng.randrange(2) if n < 7 or n > 10 else 0)
        )

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"Put each vertex into one of the classes 0 to {self.count - 1}. No class may be empty. As few edges as possible "
            "should join vertices of different classes. Give the classes of the vertices in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=self.count - 1)

    def solve(self) -> list[int]:
        """Vertex after vertex, next to those before, into a class that is open or the next one; the fewest edges so far bound."""
        joined = neighbour_sets(self.n, self.edges)
        order: list[int] = []
        while len(order) < self.n:
            left = [v for v in range(self.n) if v not in order]
            order.append(max(left, key=lambda v: len(joined[v].intersection(order))))
        place = {v: i for i, v in enumerate(order)}
        before = [[place[u] for u in joined[v] if place[u] < place[v]] for v in order]
        best = self._apart()
        fewest = self.objective(best)
        stack: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
        while stack:
            cut, used, classes = stack.pop()
            if cut >= fewest:
                continue
            at = len(classes)
            if at == self.n:
                fewest, best = cut, [classes[place[v]] for v in range(self.n)]
                continue
            beside = [classes[u] for u in before[at]]
            first = 0 if self.n - at > self.count - used else used  # else each vertex to come opens a class
            ways = [(cut + len(beside) - beside.count(k), k) for k in range(first, min(used + 1, self.count))]
            for worse, k in sorted(ways, reverse=True):
                if worse < fewest:
                    stack.append((worse, max(used, k + 1), (*classes, k)))
        return best

    def objective(self, answer: Sequence[int], /) -> int:
        if len({*answer}) < self.count:
            raise Infeasible(f"class {min({*range(self.count)} - {*answer})} is empty")
        return sum([answer[u] != answer[v] for u, v in self.edges])

    def _apart(self) -> list[int]:
        """The vertices with the fewest edges each by itself, the others together."""
        single = by_degree(self.n, self.edges)[: -self.count : -1]
        return [single.index(v) if v in single else self.count - 1 for v in range(self.n)]

    def _peeled(self) -> list[int]:
        """The same, chosen one by one: with the fewest edges to those that are left."""
        joined, left, classes = neighbour_sets(self.n, self.edges), {*range(self.n)}, [self.count - 1] * self.n
        for k in range(self.count - 1):
            v = min(sorted(left), key=lambda v: len(joined[v] & left))
            classes[v] = k
            left.remove(v)
        return classes

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._apart(), self._peeled()] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The least busy vertices apart, chosen at once or again and again; classes that grow from the busiest vertices."""
        joined = neighbour_sets(self.n, self.edges)
        grown: dict[int, int] = {}
        for k in range(self.count):
            free = [v for v in by_degree(self.n, self.edges) if v not in grown]
            seed = min(free, key=lambda v: len(joined[v] & grown.keys()))
            members = [seed, *[v for v in free if v in joined[seed]]]
            grown |= dict.fromkeys(members[: len(free) - self.count + k + 1], k)
        return {
            "the fewest edges apart": self._apart(),
            "the fewest edges left apart, one by one": self._peeled(),
            "a busy vertex and its neighbours": [grown.get(v, self.count - 1) for v in range(self.n)],
        }
