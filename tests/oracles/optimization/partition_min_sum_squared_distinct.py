"""Independent judge of envs/optimization/partition_min_sum_squared_distinct.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(numbers) -> int:
    """A shortest way through the places between integers, without the arc that takes all at once."""
    n, ways = len(numbers), nx.DiGraph()
    for start in range(n):
        for end in range(start + 1, n + 1):
            if end - start < n:
                ways.add_edge(start, end, weight=len(set(numbers[start:end])) ** 2)
    return nx.dijkstra_path_length(ways, 0, n)


@up_to(4)
def partition_min_sum_squared_distinct(problem, answer) -> bool:
    firsts, n = sorted(set(answer)), len(problem.numbers)
    if not answer or len(firsts) < len(answer) or not 0 < firsts[0] <= firsts[-1] < n:
        return False
    batch_of = [sum(first <= position for first in firsts) for position in range(n)]
    pairs = set(zip(batch_of, problem.numbers, strict=True))
    return sum(sum(batch == of for of, _ in pairs) ** 2 for batch in set(batch_of)) == _least(problem.numbers)
