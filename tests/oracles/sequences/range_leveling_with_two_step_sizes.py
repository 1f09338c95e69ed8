"""Independent judge of envs/sequences/range_leveling_with_two_step_sizes.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


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


@up_to(5)
def range_leveling_with_two_step_sizes(problem, answer) -> bool:
    return answer == _operations(problem.heights, problem.a, problem.b)
