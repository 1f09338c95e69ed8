"""Independent judge of envs/arithmetic/countdown_exact_target.py."""

import ast
from fractions import Fraction

from rlve.authoring.gate import up_to


def _computed(node) -> tuple[Fraction, list[int]]:
    """The value and the numbers of a syntax tree of Python."""
    if isinstance(node, ast.Constant):
        return Fraction(node.value), [node.value]
    assert isinstance(node, ast.BinOp)
    (a, left), (b, right) = _computed(node.left), _computed(node.right)
    operations = {ast.Add: Fraction.__add__, ast.Sub: Fraction.__sub__, ast.Mult: Fraction.__mul__, ast.Div: Fraction.__truediv__}
    return operations[type(node.op)](a, b), left + right


@up_to(18)
def countdown_exact_target(problem, answer) -> bool:
    """Python's parser reads the expression."""
    try:
        value, used = _computed(ast.parse(answer, mode="eval").body)
    except ZeroDivisionError:
        return False
    return sorted(used) == sorted(problem.numbers) and value == problem.target
