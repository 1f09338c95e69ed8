"""Intervals for shares, from the standard library alone."""

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
