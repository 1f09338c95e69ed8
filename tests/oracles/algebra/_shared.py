"""What several judges of algebra use."""

import ast
import operator
from functools import lru_cache

import mpmath

SIGNS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}
FUNCTIONS = {"sin": mpmath.sin, "cos": mpmath.cos, "exp": mpmath.exp, "ln": lambda value: mpmath.log(abs(value))}
POINTS = ("0.3172", "-0.6129", "1.4417", "0.0431", "-0.0917", "0.8531", "-1.2733", "2.1879", "-4.3071")


@lru_cache(maxsize=1000)
def as_function(text):
    """A formula in canonical text as a function of numbers of many digits, read by Python's own parser."""
    tree = ast.parse(text.replace("^", "**"), mode="eval").body

    def value(node, x):
        if isinstance(node, ast.Constant):
            return mpmath.mpf(node.value)
        if isinstance(node, ast.Name):
            return x
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand, x)
        if isinstance(node, ast.Call):
            return FUNCTIONS[node.func.id](value(node.args[0], x))
        return SIGNS[type(node.op)](value(node.left, x), value(node.right, x))

    return lambda x: value(tree, x)


def is_slope(slope, of) -> bool:
    """Whether one formula has the values of the other's difference quotients at two points, to 50 of 130 digits."""
    slope, function = as_function(slope), as_function(of)
    compared = 0
    with mpmath.workdps(130):
        step = mpmath.mpf(10) ** -40
        for point in map(mpmath.mpf, POINTS):
            try:
                here, value = slope(point), function(point + step)
                if max(abs(here), abs(value)) > 10**100:
                    continue
                quotient = (value - function(point - step)) / (2 * step)
            except ZeroDivisionError:
                continue
            if abs(here - quotient) > mpmath.mpf(10) ** -50 * max(1, abs(here), abs(value)):
                return False
            compared += 1
            if compared == 2:
                break
    return compared > 0
