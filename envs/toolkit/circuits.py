"""Circuits of and, or and exclusive or: in postfix order, their truth tables packed into integers, and as formulas."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TypeVar

T = TypeVar("T")

AND, OR, XOR = -1, -2, -3  # the gates of a circuit; its leaves are integers >= 0
SIGNS = {AND: "&", OR: "|", XOR: "^"}
NOTATION = "& stands for and, | for or, and ^ for exclusive or (1 where exactly one of the two sides is 1)"
"""How statements explain formulas of circuits."""


def random_circuit(rng: Random, leaves: Sequence[int], gates: Sequence[int]) -> list[int]:
    """A random tree over these leaves in order, each of its gates one of `gates`; every split is equally likely."""
    pieces = [[leaf] for leaf in leaves]
    while len(pieces) > 1:
        i = rng.randrange(len(pieces) - 1)
        pieces[i : i + 2] = [[*pieces[i], *pieces[i + 1], rng.choice(gates)]]
    return pieces[0]


def fold(circuit: Sequence[int], leaf: Callable[[int], T], gate: Callable[[int, T, T], T]) -> T:
    """What a circuit is worth when `leaf` gives the worth of each leaf and `gate` puts two together."""
    stack: list[T] = []
    for item in circuit:
        if item < 0:
            right, left = stack.pop(), stack.pop()
            stack.append(gate(item, left, right))
        else:
            stack.append(leaf(item))
    return stack[-1]


def bits(gate: int, left: int, right: int) -> int:
    """A gate on truth values, or bit by bit on whole truth tables."""
    return left & right if gate == AND else left | right if gate == OR else left ^ right


def formula(circuit: Sequence[int], leaf: Callable[[int], str]) -> str:
    """How statements print a circuit: in parentheses, but for the outermost gate."""
    text = fold(circuit, leaf, lambda gate, left, right: f"({left} {SIGNS[gate]} {right})")
    return text[1:-1] if len(circuit) > 1 else text


@cache
def truth_columns(n: int) -> list[int]:
    """The truth table of each of n variables: bit k is the value of variable i in assignment k, that is, bit i of k."""
    columns = []
    for i in range(n):
        column, width = ((1 << (1 << i)) - 1) << (1 << i), 2 << i
        while width < 1 << n:
            column, width = column | column << width, 2 * width
        columns.append(column)
    return columns
