"""Independent judge of envs/geometry/upper_envelope_lines.py."""

import itertools
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _visible(lines) -> list[int]:
    """Look up between neighbouring crossings, and beyond the first and the last."""
    crossings = {Fraction(d - b, a - c) for (a, b), (c, d) in itertools.combinations(lines, 2) if a != c}
    stops = sorted(crossings) or [Fraction(0)]
    places = [stops[0] - 1, *((before + after) / 2 for before, after in itertools.pairwise(stops)), stops[-1] + 1]
    return sorted({max(range(len(lines)), key=lambda i: lines[i][0] * x + lines[i][1]) for x in places})


@up_to(5)
def upper_envelope_lines(problem, answer) -> bool:
    return sorted(answer) == _visible(problem.lines)
