"""Independent judge of envs/geometry/max_segments_hit_by_k_rays.py."""

import itertools
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


def _hits(segments, directions):
    """The numbers of the segments that are hit, each as often as it is: slopes from one end's to the other's."""
    for direction in directions:
        for number, (a, b, c, d) in enumerate(segments):
            low, high = sorted([Fraction(b, a), Fraction(d, c)])
            if low <= direction <= high:
                yield number


@lru_cache(maxsize=1000)
def _most_hits(segments, k, side) -> int:
    """Try all sets of directions, one for each set of segments that some direction hits."""
    slopes = {Fraction(y, x) for x, y in itertools.product(range(1, side + 1), repeat=2)}
    hit = {frozenset(_hits(segments, [slope])) for slope in slopes}
    apart = [some for size in range(1, k + 1) for some in itertools.combinations(hit, size)]
    return max(len(set().union(*some)) for some in apart if len(set().union(*some)) == sum(map(len, some)))


@up_to(3)
def max_segments_hit_by_k_rays(problem, answer) -> bool:
    if len(answer) % 2 or not 2 <= len(answer) <= 2 * problem.k or min(answer) < 1 or max(answer) > problem.side:
        return False
    hits = list(_hits(problem.segments, [Fraction(y, x) for x, y in zip(answer[::2], answer[1::2], strict=True)]))
    return len(set(hits)) == len(hits) == _most_hits(problem.segments, problem.k, problem.side)
