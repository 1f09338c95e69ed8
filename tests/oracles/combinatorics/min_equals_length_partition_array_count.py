"""Independent judge of envs/combinatorics/min_equals_length_partition_array_count.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _arrays(n, values) -> int:
    """Entry by entry, by all the segments that may be going on: their lengths and smallest entries, (0, 0) between two."""
    begun = Counter({frozenset([(0, 0)]): 1})
    for _ in range(n):
        longer = Counter()
        for open_segments, count in begun.items():
            for value in values:
                segments = {(length + 1, min(least, value) if length else value) for length, least in open_segments}
                if any(length == least for length, least in segments):
                    segments.add((0, 0))
                longer[frozenset(segments)] += count
        begun = longer
    return sum(count for open_segments, count in begun.items() if (0, 0) in open_segments)


@up_to(6)
def min_equals_length_partition_array_count(problem, answer) -> bool:
    return answer == _arrays(problem.n, problem.values) % 10007
