"""Independent judge of envs/arithmetic/countdown_closest_target.py."""

import ast
import itertools
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import computed


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


@up_to(4)
def countdown_closest_target(problem, answer) -> bool:
    """Python's parser reads the expression; the search joins values, not sets of numbers."""
    try:
        value, used = computed(ast.parse(answer, mode="eval").body)
    except ZeroDivisionError:
        return False
    least = min(abs(other - problem.target) for other in _values(tuple(sorted(map(Fraction, problem.numbers)))))
    return sorted(used) == sorted(problem.numbers) and abs(value - problem.target) == least
