"""Independent judge of envs/number_theory/divisor_count_interval_sum.py."""

from sympy import divisor_count

from rlve.authoring.gate import up_to


@up_to(10)
def divisor_count_interval_sum(problem, answer) -> bool:
    return answer == sum(divisor_count(n) for n in range(problem.low, problem.high + 1))
