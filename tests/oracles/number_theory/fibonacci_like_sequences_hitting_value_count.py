"""Independent judge of envs/number_theory/fibonacci_like_sequences_hitting_value_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _reaches(a, b, target) -> bool:
    a, b = b, a + b
    while b < target:
        a, b = b, a + b
    return b == target


@lru_cache(maxsize=1000)
def _reaching_starts(target, a_high, b_high) -> int:
    return sum(_reaches(a, b, target) for a in range(1, a_high + 1) for b in range(1, b_high + 1))


@up_to(7)
def fibonacci_like_sequences_hitting_value_count(problem, answer) -> bool:
    return answer == _reaching_starts(problem.target, problem.a_high, problem.b_high)
