"""Sizes of a level."""

from collections.abc import Sequence
from random import Random

from rlve import grow


def near(rng: Random, maximum: int) -> int:
    """A size from the top fifth of 0..maximum: maximum - maximum // 5 up to maximum."""
    return rng.randint(maximum - maximum // 5, maximum)


def sides(rng: Random, total: int) -> tuple[int, int]:
    """Rows and columns of a grid that make `total` together; neither is more than one and a half times the other."""
    height = rng.randint(-(-2 * total // 5), 3 * total // 5)
    return height, total - height


def rungs(first: Sequence[int], level: int, *, percent: int = 0, plus: int = 0) -> int:
    """The sizes of the first levels as they are listed, and from the last of them on what `grow` makes of it."""
    return first[level] if level < len(first) else grow(first[-1], level - len(first) + 1, percent=percent, plus=plus)
