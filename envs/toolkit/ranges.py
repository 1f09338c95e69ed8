"""Ranges of integers, both ends included, as (low, high)."""

from collections.abc import Sequence
from random import Random

from rlve.envs.toolkit.sizes import near


def random_range(rng: Random, length: int, start: int) -> tuple[int, int]:
    """A range of about `length` integers that starts anywhere from 2 to `start`."""
    low = rng.randint(2, start)
    return low, low + near(rng, length) - 1


def multiples(d: int, bounds: Sequence[int]) -> int:
    """How many multiples of d >= 1 a range of positive integers holds."""
    low, high = bounds
    return high // d - (low - 1) // d
