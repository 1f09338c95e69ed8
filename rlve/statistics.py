"""Intervals for shares, from the standard library alone."""

from collections.abc import Sequence
from math import sqrt


def wilson(successes: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval for a share of `successes` in `total` trials (z = 1.96: 95 %); (0, 1) without trials."""
    if total == 0:
        return 0.0, 1.0
    share = successes / total
    centre = share + z * z / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def paired_difference(before: Sequence[float], after: Sequence[float], z: float = 1.96) -> tuple[float, float, float]:
    """Mean of after - before over pairs, and its interval by the normal approximation (z = 1.96: 95 %).

    Pairs on the same problems: what makes a problem hard for both cancels. NaN without pairs; with one the interval is
    (-inf, inf).
    """
    changes = [last - first for first, last in zip(before, after, strict=True)]
    n = len(changes)
    if n == 0:
        return float("nan"), float("nan"), float("nan")
    mean = sum(changes) / n
    if n == 1:
        return mean, float("-inf"), float("inf")
    spread = z * sqrt(sum((change - mean) ** 2 for change in changes) / (n - 1) / n)
    return mean, mean - spread, mean + spread
