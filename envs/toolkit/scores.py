"""Shares that partial credit is made of."""

from collections.abc import Sequence


def share_right(reference: Sequence[int], answer: Sequence[int]) -> float:
    """The share of positions at which two sequences of the same length agree."""
    return sum(mine == theirs for mine, theirs in zip(reference, answer, strict=True)) / len(reference)
