"""Independent judge of envs/arithmetic/countdown_closest_target.py."""

import ast
import itertools
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _values(numbers) -> frozenset[Fraction]:
    """Everything that can be made of some values, by joining two of them in every way and going on with one less."""
    if len(numbers) == 1:
        return frozenset(numbers)
    found: set[Fraction] = set()
    for i, j in itertools.permutations(range(len(numbers)), 2):
        a, b = numbers[i], numbers[j]
        rest = [number for k, number in enumerate(numbers) if k not in (i, j)]
        for joined in (a + b, a - b, a * b, *([a / b] if b else [])):
            found |= _values(tuple(sorted([*rest, joined])))
    return frozenset(found)


def _computed(node) -> tuple[Fraction, list[int]]:
    """The value and the numbers of a syntax tree of Python."""
    if isinstance(node, ast.Constant):
        return Fraction(node.value), [node.value]
    assert isinstance(node, ast.BinOp)
    (a, left), (b, right) = _computed(node.left), _computed(node.right)
    operations = {ast.Add: Fraction.__add__, ast.Sub: Fraction.__sub__, ast.Mult: Fraction.__mul__, ast.Div: Fraction.__truediv__}
    return operations[type(node.op)](a, b), left + right


@up_to(4)
def countdown_closest_target(problem, answer) -> bool:
    """Python's parser reads the expression; the search joins values, not sets of numbers."""
    try:
        value, used = _computed(ast.parse(answer, mode="eval").body)
    except ZeroDivisionError:
        return False
    least = min(abs(other - problem.target) for other in _values(tuple(sorted(map(Fraction, problem.numbers)))))
    return sorted(used) == sorted(problem.numbers) and abs(value - problem.target) == least
