"""Sizes near a level's maximum."""

from random import Random


def near(rng: Random, maximum: int) -> int:
    """A size from the top fifth of 0..maximum: maximum - maximum // 5 up to maximum."""
    return rng.randint(maximum - maximum // 5, maximum)


def sides(rng: Random, total: int) -> tuple[int, int]:
    """Rows and columns of a grid that make `total` together; neither is more than one and a half times the other."""
    height = rng.randint(-(-2 * total // 5), 3 * total // 5)
    return height, total - height
