"""What several judges of the room use."""

import ast
from fractions import Fraction


def computed(node) -> tuple[Fraction, list[int]]:
    """The value and the numbers of a syntax tree of Python."""
    if isinstance(node, ast.Constant):
        return Fraction(node.value), [node.value]
    assert isinstance(node, ast.BinOp)
    (a, left), (b, right) = computed(node.left), computed(node.right)
    operations = {ast.Add: Fraction.__add__, ast.Sub: Fraction.__sub__, ast.Mult: Fraction.__mul__, ast.Div: Fraction.__truediv__}
    return operations[type(node.op)](a, b), left + right
