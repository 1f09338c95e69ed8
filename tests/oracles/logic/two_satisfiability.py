"""Independent judge of envs/logic/two_satisfiability.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _models(n, clauses) -> set[int]:
    """All satisfying assignments among the 2^n, as binary numbers whose lowest bit is x1."""
    every = np.arange(1 << n)
    keeps = np.ones(1 << n, dtype=bool)
    for clause in clauses:
        first, second = ((every >> abs(k) - 1 & 1) == (k > 0) for k in clause)
        keeps &= first | second
    return set(every[keeps].tolist())


@up_to(6)
def two_satisfiability(problem, answer) -> bool:
    return sum(value << i for i, value in enumerate(answer)) in _models(problem.n, problem.clauses)
