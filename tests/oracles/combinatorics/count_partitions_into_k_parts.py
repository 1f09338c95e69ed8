"""Independent judge of envs/combinatorics/count_partitions_into_k_parts.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _sums(total, parts, low, high) -> int:
    """By the largest integer of the sum."""
    if parts == 0:
        return int(total == 0)
    return sum(_sums(total - part, parts - 1, low, part) for part in range(low, min(high, total) + 1))


@up_to(8)
def count_partitions_into_k_parts(problem, answer) -> bool:
    return answer == _sums(problem.total, problem.parts, problem.low, problem.high)
