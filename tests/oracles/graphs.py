"""Independent judges of the environments in envs/graphs."""

import itertools
from collections import Counter, defaultdict
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _digraph(arcs) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(arcs)
    return graph


def _walk_weight(arcs, walk) -> int | None:
    """The total weight of a walk, None when a step is no arc."""
    graph = _digraph(arcs)
    if not all(graph.has_edge(*step) for step in itertools.pairwise(walk)):
        return None
    return sum(graph.edges[step]["weight"] for step in itertools.pairwise(walk))


@up_to(10)
def directed_shortest_path(problem, answer) -> bool:
    target = problem.n - 1
    if (answer[0], answer[-1]) != (0, target):
        return False
    return _walk_weight(problem.arcs, answer) == nx.bellman_ford_path_length(_digraph(problem.arcs), 0, target)


@lru_cache(maxsize=1000)
def _walks_without_turn(problem) -> int:
    """All walks by their last two vertices, one step after the other, in exact integers."""
    graph = nx.Graph(list(problem.edges))
    walks = Counter({(None, 0): 1})
    for _ in range(problem.steps):
        longer = Counter()
        for (before, here), count in walks.items():
            for onward in graph[here]:
                if onward != before:
                    longer[here, onward] += count
        walks = longer
    return sum(count for (_, end), count in walks.items() if end == problem.n - 1)


@up_to(6)
def non_backtracking_walk_count(problem, answer) -> bool:
    return _walks_without_turn(problem) % 10007 == answer


@lru_cache(maxsize=1000)
def _least_all_vertex_weight(problem) -> int:
    """Dijkstra's algorithm over the pairs of a set of visited vertices and the vertex where the walk stands."""
    graph = _digraph(problem.arcs)
    queue = [(0, 1 << vertex, vertex) for vertex in range(problem.n)]
    least = defaultdict(lambda: float("inf"))
    while queue:
        weight, visited, vertex = heappop(queue)
        if visited == (1 << problem.n) - 1:
            return weight
        if weight > least[visited, vertex]:
            continue
        for onward, arc in graph[vertex].items():
            state = visited | 1 << onward, onward
            if weight + arc["weight"] < least[state]:
                least[state] = weight + arc["weight"]
                heappush(queue, (least[state], *state))
    raise AssertionError("no walk visits every vertex")


@up_to(4)
def shortest_all_vertex_walk(problem, answer) -> bool:
    if set(answer) != set(range(problem.n)):
        return False
    return _walk_weight(problem.arcs, answer) == _least_all_vertex_weight(problem)


@up_to(10)
def clique_with_planted_double_size(problem, answer) -> bool:
    graph = nx.complete_graph(3 * problem.n)
    graph.remove_edges_from(problem.apart)
    chosen = graph.subgraph(answer)
    return len(chosen) == problem.n and nx.density(chosen) == 1


@lru_cache(maxsize=1000)
def _sets_without_primitive_legs(numbers) -> int:
    """All subsets of positions one by one, as bit sets; the triangles by Euclid's formula."""
    legs = set()
    for m, n in itertools.combinations(range(1, max(numbers)), 2):
        if gcd(m, n) == 1 and (n - m) % 2:
            legs |= {(2 * m * n, n * n - m * m), (n * n - m * m, 2 * m * n)}
    joined = [sum(1 << j for j, b in enumerate(numbers) if (a, b) in legs) for a in numbers]
    free = [True]  # by set: whether no two are joined
    for chosen in range(1, 1 << len(numbers)):
        top = chosen.bit_length() - 1
        rest = chosen ^ 1 << top
        free.append(free[rest] and not joined[top] & rest)
    return sum(free) - 1


@up_to(3)
def coprime_leg_graph_independent_set_count(problem, answer) -> bool:
    return _sets_without_primitive_legs(problem.numbers) % 10007 == answer


@lru_cache(maxsize=1000)
def _least_place_vector(n, constraints) -> tuple[int, ...]:
    """Over all sets that may come first: the least vector of places of their labels, by the label that comes last."""
    before = [0] * n
    for label, other in constraints:
        before[other] |= 1 << label
    least = {0: (n,) * n}
    for placed in range(1, 1 << n):
        vectors = []
        for label in range(n):
            rest = placed ^ 1 << label
            if placed >> label & 1 and rest in least and not before[label] & ~rest:
                vector = list(least[rest])
                vector[label] = rest.bit_count()
                vectors.append(tuple(vector))
        if vectors:
            least[placed] = min(vectors)
    places = least[(1 << n) - 1]
    return tuple(sorted(range(n), key=places.__getitem__))


def earliest_label_topological_order(problem, answer) -> bool:
    return answer == _least_place_vector(problem.n, problem.constraints)


@up_to(10)
def even_degree_vertex_partition(problem, answer) -> bool:
    graph = nx.Graph(list(problem.edges))
    groups = [graph.subgraph([v for v in graph if answer[v] == group]) for group in (1, 2)]
    return all(degree % 2 == 0 for group in groups for _, degree in group.degree())


@up_to(10)
def induced_subgraph_isomorphism(problem, answer) -> bool:
    host, pattern = nx.empty_graph(problem.n), nx.empty_graph(problem.size)
    host.add_edges_from(problem.edges)
    pattern.add_edges_from(problem.pattern)
    image = nx.relabel_nodes(pattern, dict(enumerate(answer)))
    return len(image) == problem.size and nx.utils.graphs_equal(image, nx.Graph(host.subgraph(answer)))


@lru_cache(maxsize=1000)
def _least_tree_weight(edges) -> int:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return nx.minimum_spanning_tree(graph, algorithm="prim").size(weight="weight")


@up_to(10)
def minimum_spanning_tree(problem, answer) -> bool:
    weights = {(u, v): weight for a, b, weight in problem.edges for u, v in ((a, b), (b, a))}
    pairs = list(zip(answer[::2], answer[1::2], strict=True))
    tree = nx.Graph(pairs)
    if not all(pair in weights for pair in pairs) or len(tree) < problem.n or not nx.is_tree(tree):
        return False
    return sum(weights[pair] for pair in pairs) == _least_tree_weight(problem.edges)


@lru_cache(maxsize=1000)
def _splits_by_vertex(n, edges) -> tuple[int, ...]:
    """All two-colourings of the vertices one by one, as bit sets."""
    joined = [0] * n
    for u, v in edges:
        joined[u] |= 1 << v
        joined[v] |= 1 << u
    everything, counts = (1 << n) - 1, [0] * n
    for clique in range(1, everything):
        inside = [v for v in range(n) if clique >> v & 1]
        outside = [v for v in range(n) if not clique >> v & 1]
        if all(joined[v] & clique == clique ^ 1 << v for v in inside) and not any(joined[v] & ~clique for v in outside):
            for v in inside:
                counts[v] += 1
    return tuple(counts)


@up_to(6)
def split_graph_partition_counting(problem, answer) -> bool:
    return answer == _splits_by_vertex(problem.n, problem.edges)
