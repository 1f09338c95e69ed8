"""Independent judge of envs/number_theory/divisor_count_xor_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _divisors_tried_out(n) -> int:
    return sum(n % k == 0 for k in range(1, n + 1))


@lru_cache(maxsize=1000)
def _xor_divisors(problem) -> int:
    (i_low, i_high), (j_low, j_high) = problem.i_range, problem.j_range
    pairs = ((i, j) for i in range(i_low, i_high + 1) for j in range(j_low, j_high + 1))
    return sum(_divisors_tried_out(i ^ j ^ problem.mask) for i, j in pairs)


@up_to(8)
def divisor_count_xor_sum(problem, answer) -> bool:
    return answer == _xor_divisors(problem)
