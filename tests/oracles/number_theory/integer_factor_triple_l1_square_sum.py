"""Independent judge of envs/number_theory/integer_factor_triple_l1_square_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _square_sum(low, high, offset) -> int:
    """Each product by itself, over its divisors with both signs."""
    total = 0
    for k in range(low, high + 1):
        divisors = [sign * d for d in range(1, k + 1) if k % d == 0 for sign in (1, -1)]
        for x in divisors:
            for y in divisors:
                if k % (x * y) == 0:
                    total += (abs(x) + abs(y) + abs(k // (x * y)) - offset) ** 2
    return total


@up_to(8)
def integer_factor_triple_l1_square_sum(problem, answer) -> bool:
    return answer == _square_sum(problem.low, problem.high, problem.offset)
