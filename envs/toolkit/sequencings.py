"""Orders of the integers 0 to N-1, N even, whose partial sums are different modulo N (sequencings of the cyclic group)."""

from collections.abc import Sequence
from math import gcd
from random import Random


def sequencing(rng: Random, n: int) -> list[int]:
    """One of them: 0, 1, n-2, 3, n-4, ..., perhaps with its halves around n/2 exchanged, times a unit.

    Without n/2 the partial sums fall into two paths, which n/2 joins at either pair of ends.
    """
    order = [i if i % 2 else -i % n for i in range(n)]
    if rng.randrange(2):
        middle = order.index(n // 2)
        order = [0, *order[middle + 1 :], n // 2, *order[1:middle]]
    unit = rng.choice([u for u in range(1, n) if gcd(u, n) == 1])
    return [unit * number % n for number in order]


def hide(rng: Random, order: Sequence[int], gaps: int) -> tuple[list[int], list[int]]:
    """A row with a 0 in place of some of its entries, and these, in order."""
    hidden_at = sorted(rng.sample(range(len(order)), gaps))
    row = [0 if place in hidden_at else number for place, number in enumerate(order)]
    return row, [order[place] for place in hidden_at]


def with_gaps(entries: Sequence[int]) -> str:
    """A row of integers, with a ? for each 0."""
    return " ".join([str(entry) if entry else "?" for entry in entries])


def missing(entries: Sequence[int]) -> list[int]:
    """Which of the integers 1 to N an incomplete row of N does not show, in ascending order."""
    return sorted({*range(1, len(entries) + 1)} - {*entries})


def filled(entries: Sequence[int], answer: Sequence[int]) -> list[int]:
    """The row with the answer in its gaps, in order."""
    left = iter(answer)
    return [entry or next(left) for entry in entries]
