"""Independent judge of envs/sequences/longest_nondecreasing_subsequence_after_one_reversal.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _longest(values) -> int:
    """The longest non-decreasing subsequence, by the quadratic recurrence."""
    lengths = []
    for i, value in enumerate(values):
        lengths.append(1 + max((lengths[j] for j in range(i) if values[j] <= value), default=0))
    return max(lengths)


def _reversed_at(values, positions) -> list[int]:
    positions, values = sorted(positions), list(values)
    while len(positions) > 1:
        i, j = positions.pop(0), positions.pop()
        values[i], values[j] = values[j], values[i]
    return values


@lru_cache(maxsize=1000)
def _longest_after_reversal(values) -> int:
    """Over all sets of positions of even size: the middle one of an odd number stays where it is."""
    places = range(len(values))
    chosen = itertools.chain.from_iterable(itertools.combinations(places, k) for k in range(0, len(values) + 1, 2))
    return max(_longest(_reversed_at(values, positions)) for positions in chosen)


@up_to(6)
def longest_nondecreasing_subsequence_after_one_reversal(problem, answer) -> bool:
    n = len(problem.values)
    if not answer or len(set(answer)) != len(answer) or not set(answer) <= set(range(n)):
        return False
    return _longest(_reversed_at(problem.values, answer)) == _longest_after_reversal(problem.values)
