"""Independent judge of envs/graphs/disjoint_bits_dag_path_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _count(start: int, end: int) -> int:
    """Vertex after vertex."""
    ways = {start: 1}
    for t in range(start + 1, end + 1):
        ways[t] = sum([ways[s] for s in range(start, t) if s & t == 0])
    return ways[end] % 10007


@up_to(3)
def disjoint_bits_dag_path_counting(problem, answer) -> bool:
    return answer == _count(int(problem.start, 2), int(problem.end, 2))
