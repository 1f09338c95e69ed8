"""Independent judge of envs/combinatorics/bounded_terms_sum_sequence_count.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sequences(length, first, low, high, total) -> int:
    """The sequences by their sums, one term after the other."""
    sums = Counter(dict.fromkeys(range(first, total + 1), 1))
    for _ in range(length - 1):
        longer = Counter()
        for so_far, count in sums.items():
            for term in range(low, high + 1):
                if so_far + term <= total:
                    longer[so_far + term] += count
        sums = longer
    return sum(sums.values())


@up_to(10)
def bounded_terms_sum_sequence_count(problem, answer) -> bool:
    return answer == _sequences(problem.length, problem.first, problem.low, problem.high, problem.total) % 10007
