"""Independent judge of envs/sequences/minimum_column_swaps_distinct_rows.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _repeats(table, swapped) -> bool:
    columns = [(b, a) if i in swapped else (a, b) for i, (a, b) in enumerate(zip(*table, strict=True))]
    return any(len(set(row)) < len(row) for row in zip(*columns, strict=True))


@lru_cache(maxsize=1000)
def _least(table) -> int:
    """Sets of columns, small ones first."""
    columns = range(len(table[0]))
    return next(k for k in columns if any(not _repeats(table, chosen) for chosen in itertools.combinations(columns, k)))


@up_to(4)
def minimum_column_swaps_distinct_rows(problem, answer) -> bool:
    return not _repeats(problem.table, answer) and len(answer) == _least(problem.table)
