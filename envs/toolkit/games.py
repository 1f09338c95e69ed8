"""Games in which a player who cannot move loses: the theory of Sprague and Grundy, and how statements ask for a winning move."""

from collections.abc import Iterable, Set
from functools import reduce
from operator import xor

WINNING_MOVE = "A player who cannot move loses. Find a first move with which the first player wins, whatever the other does."


def least_missing(values: Set[int]) -> int:
    """The value of a position from which just these values can be reached: the least number that is none of them."""
    return next(value for value in range(len(values) + 1) if value not in values)


def xor_sum(values: Iterable[int]) -> int:
    """The value of several games at once, of which each move changes one; the player to move loses where it is 0."""
    return reduce(xor, values, 0)
