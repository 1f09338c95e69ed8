"""Independent judge of envs/number_theory/digit_sum_divisible_interval.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def digit_sum_divisible_interval(problem, answer) -> bool:
    left, right = answer
    digits = "".join(map(str, range(left, right + 1)))
    return problem.low <= left < right <= problem.high and sum(map(int, digits)) % problem.modulus == 0
