"""Independent judge of envs/logic/cnf_satisfying_assignment.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _models(n, clauses) -> set[int]:
    """All satisfying assignments among the 2^n, as binary numbers whose lowest bit is x1."""
    every = np.arange(1 << n)
    keeps = np.ones(1 << n, dtype=bool)
    for clause in clauses:
        must = sum(1 << abs(k) - 1 for k in clause)
        false = sum(1 << abs(k) - 1 for k in clause if k < 0)  # the one way to set these variables that breaks the clause
        keeps &= (every & must) != false
    return set(every[keeps].tolist())


@up_to(4)
def cnf_satisfying_assignment(problem, answer) -> bool:
    return sum(value << i for i, value in enumerate(answer)) in _models(problem.n, problem.clauses)
