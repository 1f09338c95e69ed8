"""Independent judge of envs/probability/divisor_light_switch_expected_presses.py."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import solved


@lru_cache(maxsize=100)
def _distances(n) -> tuple[list[int], list[int]]:
    """The masks of the switches, and for each state of the lights the least number of presses, by breadth-first search."""
    masks = [sum(1 << light - 1 for light in range(1, n + 1) if switch % light == 0) for switch in range(1, n + 1)]
    distance = {0: 0}
    queue = [0]
    for state in queue:
        for mask in masks:
            if state ^ mask not in distance:
                distance[state ^ mask] = distance[state] + 1
                queue.append(state ^ mask)
    return masks, [distance[state] for state in range(1 << n)]


@lru_cache(maxsize=1000)
def _expected(n, limit, start) -> Fraction:
    """Solve e(d) = 1 + mean of e(d of the next state) for all distances d > limit, which is the same from each such state."""
    masks, distance = _distances(n)
    size = n - limit
    rows = []
    for d in range(limit + 1, n + 1):
        state = distance.index(d)
        row = [0] * (size + 1)
        row[d - limit - 1] += n
        row[-1] += n
        for after, times in Counter(distance[state ^ mask] for mask in masks).items():
            if after > limit:
                row[after - limit - 1] -= times
            else:
                row[-1] += times * after
        rows.append(row)
    return solved(rows)[start - limit - 1]


@up_to(5)
def divisor_light_switch_expected_presses(problem, answer) -> bool:
    n = len(problem.lights)
    _, distance = _distances(n)
    start = distance[int(problem.lights[::-1], 2)]
    return answer == (start if start <= problem.limit else _expected(n, problem.limit, start))
