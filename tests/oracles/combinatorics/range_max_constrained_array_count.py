"""Independent judge of envs/combinatorics/range_max_constrained_array_count.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _arrays(n, largest, maxima) -> int:
    """Entry after entry, by the maxima so far of all ranges."""
    begun = Counter({(0,) * len(maxima): 1})
    for i in range(n):
        longer = Counter()
        for so_far, count in begun.items():
            for entry in range(1, largest + 1):
                inside = [first <= i <= last for first, last, _ in maxima]
                new = tuple(max(a, entry) if within else a for a, within in zip(so_far, inside, strict=True))
                if all(a <= maximum for a, (_, _, maximum) in zip(new, maxima, strict=True)):
                    longer[new] += count
        begun = longer
    return begun[tuple(maximum for _, _, maximum in maxima)]


@up_to(6)
def range_max_constrained_array_count(problem, answer) -> bool:
    return answer == _arrays(problem.n, problem.largest, problem.maxima) % 10007
