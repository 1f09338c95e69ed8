"""Independent judges of the environments in envs/arithmetic."""

import ast
import itertools
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@up_to(10)
def integer_division(problem, answer) -> bool:
    return problem.divisor * answer <= problem.dividend < problem.divisor * (answer + 1)


@up_to(10)
def integer_multiplication(problem, answer) -> bool:
    """Schoolbook multiplication, digit by digit."""
    a, b = ([int(digit) for digit in reversed(str(number))] for number in (problem.a, problem.b))
    columns = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            columns[i + j] += x * y
    carry, digits = 0, ""
    for column in columns:
        carry, digit = divmod(carry + column, 10)
        digits = str(digit) + digits
    return digits.lstrip("0") == str(answer)


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


@up_to(6)
def next_palindrome_number(problem, answer) -> bool:
    """Count upwards."""
    return len(answer) == len(problem.numbers) and all(map(_is_next_palindrome, problem.numbers, answer))


@lru_cache(maxsize=10_000)
def _is_next_palindrome(number, answer) -> bool:
    return answer == next(other for other in itertools.count(number + 1) if str(other) == str(other)[::-1])
