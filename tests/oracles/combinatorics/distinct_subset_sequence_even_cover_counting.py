"""Independent judge of envs/combinatorics/distinct_subset_sequence_even_cover_counting.py."""

from collections import Counter
from functools import lru_cache
from math import factorial

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _even_covers(length, subsets) -> int:
    """Sets of subsets by their number and the elements they cover oddly, one subset after the other; then their orders."""
    covers = Counter({(0, frozenset()): 1})
    for subset in map(frozenset, subsets):
        for (taken, odd), count in list(covers.items()):
            if taken < length:
                covers[taken + 1, odd ^ subset] += count
    return covers[length, frozenset()] * factorial(length)


@up_to(8)
def distinct_subset_sequence_even_cover_counting(problem, answer) -> bool:
    return answer == _even_covers(problem.length, problem.subsets) % 10007
