"""Independent judge of envs/logic/set_splitting_bipartition.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _splits(n, subsets) -> set[int]:
    """All parts, as binary numbers, that hold some but not all of each subset."""
    every = np.arange(1 << n)
    keeps = np.ones(1 << n, dtype=bool)
    for subset in subsets:
        whole = sum(1 << number for number in subset)
        keeps &= ((every & whole) != 0) & ((every & whole) != whole)
    return set(every[keeps].tolist())


@up_to(8)
def set_splitting_bipartition(problem, answer) -> bool:
    return sum(1 << number for number in answer) in _splits(problem.n, problem.subsets)
