"""Independent judge of envs/number_theory/smallest_positive_integer_combination.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_sum(numbers) -> int:
    """The largest integer that divides them all: it divides every sum, and some sum equals it (Bezout)."""
    least = min(map(abs, numbers))
    return next(k for k in range(least, 0, -1) if all(number % k == 0 for number in numbers))


@up_to(8)
def smallest_positive_integer_combination(problem, answer) -> bool:
    return sum(factor * number for factor, number in zip(answer, problem.numbers, strict=True)) == _least_sum(problem.numbers)
