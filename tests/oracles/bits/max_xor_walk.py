"""Independent judge of envs/bits/max_xor_walk.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_value(n, edges) -> int:
    """All pairs of a vertex and a value that walks from 0 arrive with."""
    reached, queue = {(0, 0)}, [(0, 0)]
    for vertex, value in queue:
        for u, v, weight in edges:
            if vertex in (u, v):
                state = (u + v - vertex, value ^ weight)
                if state not in reached:
                    reached.add(state)
                    queue.append(state)
    return max(value for vertex, value in reached if vertex == n - 1)


@up_to(7)
def max_xor_walk(problem, answer) -> bool:
    return answer == _largest_value(problem.n, problem.edges)
