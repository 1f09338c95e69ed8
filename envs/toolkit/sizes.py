"""Sizes near a level's maximum."""

from random import Random


def near(rng: Random, maximum: int) -> int:
    """A size from the top fifth of 0..maximum: maximum - maximum // 5 up to maximum."""
    return rng.randint(maximum - maximum // 5, maximum)
