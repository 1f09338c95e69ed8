"""Independent judge of envs/combinatorics/fixed_point_count_permutations.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _by_fixed_points(entries) -> Counter:
    """Entry after entry, by the set of the integers used and the number of fixed points."""
    begun = Counter({(frozenset(entries) - {0}, 0): 1})
    for place, entry in enumerate(entries, 1):
        longer = Counter()
        for (used, fixed), count in begun.items():
            for integer in [entry] if entry else set(range(1, len(entries) + 1)) - used:
                longer[used | {integer}, fixed + (integer == place)] += count
        begun = longer
    found = Counter()
    for (_, fixed), count in begun.items():
        found[fixed] += count
    return found


@up_to(8)
def fixed_point_count_permutations(problem, answer) -> bool:
    return answer == _by_fixed_points(problem.entries)[problem.fixed]
