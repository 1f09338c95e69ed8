"""Independent judge of envs/optimization/order_relations_min_sum.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to

SIGNS = {0: "<", 1: "<=", 2: "=", 3: ">=", 4: ">"}


@lru_cache(maxsize=1000)
def _least(n, relations) -> list[int]:
    """Each unknown is larger than 1 by the longest chain to it: all chains over ever more unknowns between (Floyd, Warshall)."""
    ahead = np.where(np.eye(n, dtype=bool), 0, -(10**6))
    for left, sign, right in relations:
        for a, b, strict, applies in ((left, right, "<", "< <= ="), (right, left, ">", "> >= =")):
            if SIGNS[sign] in applies.split():
                ahead[a, b] = max(ahead[a, b], int(SIGNS[sign] == strict))
    for between in range(n):
        ahead = np.maximum(ahead, ahead[:, between, None] + ahead[None, between, :])
    return (1 + ahead.max(axis=0)).tolist()


@up_to(10)
def order_relations_min_sum(problem, answer) -> bool:
    if len(answer) != problem.n or not all(1 <= value <= problem.n for value in answer):
        return False
    for left, sign, right in problem.relations:
        a, b = answer[left], answer[right]
        if not {"<": a < b, "<=": a <= b, "=": a == b, ">=": a >= b, ">": a > b}[SIGNS[sign]]:
            return False
    return sum(answer) == sum(_least(problem.n, problem.relations))
