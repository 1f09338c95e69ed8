"""Independent judge of envs/number_theory/minimum_signed_fibonacci_terms.py."""

from functools import lru_cache
from itertools import count
from math import isqrt

from rlve.authoring.gate import up_to


def _is_fibonacci(number) -> bool:
    """5 n^2 + 4 or 5 n^2 - 4 is a square (Gessel)."""
    return number > 0 and any(isqrt(square) ** 2 == square for square in (5 * number**2 + 4, 5 * number**2 - 4))


@lru_cache(maxsize=1000)
def _fewest_terms(target) -> int:
    """All sums of one term, of two, and so on; the larger half of the terms and the smaller one meet."""
    positive = [1, 2]
    while positive[-1] < 4 * target:
        positive.append(sum(positive[-2:]))
    terms = [sign * number for number in positive for sign in (1, -1)]
    sums = [{0}, set(terms)]
    for number in count(1):
        half = number // 2
        if len(sums) <= number - half:
            sums.append({total + term for total in sums[-1] for term in terms})
        if any(target - total in sums[number - half] for total in sums[half]):
            return number


@up_to(5)
def minimum_signed_fibonacci_terms(problem, answer) -> bool:
    valid = sum(answer) == problem.target and all(_is_fibonacci(abs(term)) for term in answer)
    return valid and len(answer) == _fewest_terms(problem.target)
