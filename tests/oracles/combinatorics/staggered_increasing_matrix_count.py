"""Independent judge of envs/combinatorics/staggered_increasing_matrix_count.py."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _matrices(height, first, last) -> int:
    """Row after row, by the last one: each is compared entry by entry with all that could be the next one."""
    width = len(first)
    rows = list(combinations(range(width + 2), width))
    begun = Counter({first: 1})
    for _ in range(height - 1):
        longer = Counter()
        for above, count in begun.items():
            for row in rows:
                if all(row[j] < above[j + 1] for j in range(width - 1)):
                    longer[row] += count
        begun = longer
    return begun[last]


@up_to(5)
def staggered_increasing_matrix_count(problem, answer) -> bool:
    return answer == _matrices(problem.height, problem.first, problem.last) % 10007
