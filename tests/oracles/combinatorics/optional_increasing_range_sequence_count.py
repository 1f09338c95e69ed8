"""Independent judge of envs/combinatorics/optional_increasing_range_sequence_count.py."""

from functools import lru_cache
from itertools import combinations, product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sequences(ranges) -> int:
    """By the positions that are not 0: try all entries for them."""
    count = 0
    for size in range(1, len(ranges) + 1):
        for chosen in combinations(ranges, size):
            choices = product(*(range(low, high + 1) for low, high in chosen))
            count += sum(list(entries) == sorted(set(entries)) for entries in choices)
    return count


@up_to(3)
def optional_increasing_range_sequence_count(problem, answer) -> bool:
    return answer == _sequences(problem.ranges) % 10007
