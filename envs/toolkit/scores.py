"""Shares that partial credit is made of."""

from collections.abc import Sequence


def share_right(reference: Sequence[int], answer: Sequence[int]) -> float:
    """The share of positions at which two sequences of the same length agree."""
    return sum(mine == theirs for mine, theirs in zip(reference, answer, strict=True)) / len(reference)


def credit_by_share(reference: Sequence[int], answer: Sequence[int], exponent: int) -> float:
    """That share to the power of `exponent`, or of an eighth of the length if more: one wrong entry earns less than 0.9."""
    return share_right(reference, answer) ** max(exponent, len(reference) / 8)
