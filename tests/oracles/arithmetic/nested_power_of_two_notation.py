"""Independent judge of envs/arithmetic/nested_power_of_two_notation.py."""

import ast
from itertools import pairwise

from rlve.authoring.gate import up_to


def _value(node) -> int | None:
    """What a syntax tree of Python stands for: 2(x) is a call of 2. None where it is no notation."""
    terms = []
    while isinstance(node, ast.BinOp):
        node, right = node.left, node.right
        terms.append(right)
    powers = []
    for term in [*terms, node]:
        if isinstance(term, ast.Constant):
            powers.append(2 if term.value == 2 else None)
        elif isinstance(term, ast.Call) and isinstance(term.func, ast.Constant) and term.func.value == 2 and len(term.args) == 1:
            inner = term.args[0]
            zero = isinstance(inner, ast.Constant) and inner.value == 0
            exponent = 0 if zero else _value(inner)
            powers.append(None if exponent in (None, 1) else 1 << exponent)
        else:
            return None
    return None if None in powers or any(a >= b for a, b in pairwise(powers)) else sum(powers)


@up_to(10)
def nested_power_of_two_notation(problem, answer) -> bool:
    """Python's parser reads the notation."""
    try:
        return _value(ast.parse(answer, mode="eval").body) == problem.number
    except SyntaxError:
        return False
