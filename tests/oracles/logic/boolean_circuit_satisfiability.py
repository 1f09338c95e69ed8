"""Independent judge of envs/logic/boolean_circuit_satisfiability.py."""

from functools import lru_cache

from sympy import And, Or, Xor, symbols
from sympy.logic.boolalg import true

from rlve.authoring.gate import up_to

CONNECTIVES = {"&": And, "|": Or, "^": Xor}


@lru_cache(maxsize=1000)
def _read(line):
    """A printed formula as one of sympy, read from its parentheses."""
    values, signs = [], []
    for word in f"({line})".replace("(", " ( ").replace(")", " ) ").split():
        if word in CONNECTIVES:
            signs.append(word)
        elif word == ")":
            right, left = values.pop(), values.pop()
            values.append(CONNECTIVES[signs.pop()](left, right))
        elif word != "(":
            values.append(symbols(word))
    return values[0]


@up_to(3)
def boolean_circuit_satisfiability(problem, answer) -> bool:
    lines = [line for line in problem.statement().split("\n") if line.startswith(("x", "("))]
    values = {symbols(f"x{i}"): bool(value) for i, value in enumerate(answer, 1)}
    return len(lines) == len(problem.circuits) and all(_read(line).subs(values) == true for line in lines)
