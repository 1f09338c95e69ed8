"""Independent judge of envs/combinatorics/dominated_rows_matrix_count.py."""

from collections import Counter
from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _matrices(others, columns, below) -> int:
    """For each row 0, add one row after the other, by the numbers of entries above it and of rows that have none."""
    total = 0
    for first in product(*[range(low, high + 1) for low, high, _ in columns]):
        kinds = Counter({(): 1})  # of rows: which of their entries are above
        for (low, high, _), entry in zip(columns, first, strict=True):
            longer = Counter()
            for kind, count in kinds.items():
                longer[*kind, 0] += count * (entry - low + 1)
                longer[*kind, 1] += count * (high - entry)
            kinds = longer
        begun = Counter({((0,) * len(columns), 0): 1})
        for _ in range(others):
            longer = Counter()
            for (above, none), count in begun.items():
                for kind, times in kinds.items():
                    new = tuple(a + b for a, b in zip(above, kind, strict=True))
                    if times and all(a <= most for a, (*_, most) in zip(new, columns, strict=True)):
                        longer[new, none + (not any(kind))] += count * times
            begun = longer
        total += begun[tuple(most for *_, most in columns), below]
    return total


@up_to(3)
def dominated_rows_matrix_count(problem, answer) -> bool:
    return answer == _matrices(problem.others, problem.columns, problem.below) % 10007
