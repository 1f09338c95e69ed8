"""Independent judge of envs/arithmetic/next_palindrome_number.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@up_to(6)
def next_palindrome_number(problem, answer) -> bool:
    """Count upwards."""
    return len(answer) == len(problem.numbers) and all(map(_is_next_palindrome, problem.numbers, answer))


@lru_cache(maxsize=10_000)
def _is_next_palindrome(number, answer) -> bool:
    return answer == next(other for other in itertools.count(number + 1) if str(other) == str(other)[::-1])
