"""Independent judge of envs/optimization/warehouse_max_satisfied_customers.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(days) -> int:
    """Over all sets of days at once: what is taken up to each day has arrived by then."""
    arriving, wanted = np.array(days).T
    chosen = np.arange(1 << len(days))[:, None] >> np.arange(len(days)) & 1
    possible = (np.cumsum(chosen * wanted, axis=1) <= np.cumsum(arriving)).all(axis=1)
    return int(chosen[possible].sum(axis=1).max())


@up_to(6)
def warehouse_max_satisfied_customers(problem, answer) -> bool:
    if not answer or len(set(answer)) < len(answer) or not set(answer) <= set(range(len(problem.days))):
        return False
    for day in answer:
        taken = sum(problem.days[other][1] for other in answer if other <= day)
        if taken > sum(arriving for arriving, _ in problem.days[: day + 1]):
            return False
    return len(answer) == _most(problem.days)
