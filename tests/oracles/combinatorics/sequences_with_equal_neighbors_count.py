"""Independent judge of envs/combinatorics/sequences_with_equal_neighbors_count.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sequences(entries, largest) -> Counter:
    """Their numbers by pairs of equal neighbours: entry after entry, by the last one."""
    begun = Counter({(0, 0): 1})
    for entry in entries:
        longer = Counter()
        for (last, pairs), count in begun.items():
            for new in [entry] if entry else range(1, largest + 1):
                longer[new, pairs + (new == last)] += count
        begun = longer
    found = Counter()
    for (_, pairs), count in begun.items():
        found[pairs] += count
    return found


@up_to(10)
def sequences_with_equal_neighbors_count(problem, answer) -> bool:
    found = _sequences(problem.entries, problem.largest)
    return answer == sum(found[pairs] for pairs in found if pairs >= problem.pairs) % 10007
