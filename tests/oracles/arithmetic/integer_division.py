"""Independent judge of envs/arithmetic/integer_division.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def integer_division(problem, answer) -> bool:
    return problem.divisor * answer <= problem.dividend < problem.divisor * (answer + 1)
