"""Independent judge of envs/sequences/top_k_selection_with_max_bonus.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _values(pairs) -> list[int]:
    """All choices of k pairs."""
    return [
        max(2 * max(s for s, _ in some) + sum(a for _, a in some) for some in itertools.combinations(pairs, k))
        for k in range(1, len(pairs) + 1)
    ]


@up_to(6)
def top_k_selection_with_max_bonus(problem, answer) -> bool:
    return list(answer) == _values(problem.pairs)
