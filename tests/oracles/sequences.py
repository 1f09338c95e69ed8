"""Independent judges of the environments in envs/sequences."""

import itertools
from collections import Counter
from functools import lru_cache

from rlve.check import up_to


@up_to(10)
def integer_sorting(problem, answer) -> bool:
    return Counter(answer) == Counter(problem.numbers) and all(x <= y for x, y in itertools.pairwise(answer))


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


def longest_nondecreasing_subsequence_after_one_reversal(problem, answer) -> bool:
    n = len(problem.values)
    if not answer or len(set(answer)) != len(answer) or not set(answer) <= set(range(n)):
        return False
    return _longest(_reversed_at(problem.values, answer)) == _longest_after_reversal(problem.values)


def _ways(change, a, b, bound) -> dict[int, int]:
    """x -> |x| + |y| for every x * a + y * b = change with both in -bound..bound."""
    found = {}
    for x in range(-bound, bound + 1):
        y, rest = divmod(change - x * a, b)
        if rest == 0 and abs(y) <= bound:
            found[x] = abs(x) + abs(y)
    return found


@lru_cache(maxsize=1000)
def _operations(heights, a, b) -> int:
    """The least total |x| + |y|, halved, by dynamic programming over the sum of x; no |x| or |y| exceeds the answer."""
    changes = [end - start for start, end in itertools.pairwise([0, *heights, 0])]
    for bound in (2**k for k in itertools.count(3)):
        best = {0: 0}
        for change in changes:
            ways, step = _ways(change, a, b, bound), {}
            for (total, spent), (x, steps) in itertools.product(best.items(), ways.items()):
                step[total + x] = min(spent + steps, step.get(total + x, spent + steps))
            best = step
        if best.get(0, 2 * bound + 1) <= 2 * bound:
            return best[0] // 2
    raise AssertionError("never reached")


def range_leveling_with_two_step_sizes(problem, answer) -> bool:
    return answer == _operations(problem.heights, problem.a, problem.b)
