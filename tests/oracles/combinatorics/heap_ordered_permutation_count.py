"""Independent judge of envs/combinatorics/heap_ordered_permutation_count.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _orders(parents) -> int:
    """Give out 1, 2, 3 ... to positions whose parents have theirs: by the set of the positions that have."""
    begun = Counter({1: 1})
    for _ in parents:
        longer = Counter()
        for done, count in begun.items():
            for position, parent in enumerate(parents, 1):
                if done >> parent & 1 and not done >> position & 1:
                    longer[done | 1 << position] += count
        begun = longer
    return sum(begun.values())


@up_to(6)
def heap_ordered_permutation_count(problem, answer) -> bool:
    return answer == _orders(problem.parents)
