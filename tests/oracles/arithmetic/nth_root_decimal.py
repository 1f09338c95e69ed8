"""Independent judge of envs/arithmetic/nth_root_decimal.py."""

from fractions import Fraction

from rlve.authoring.gate import up_to


@up_to(10)
def nth_root_decimal(problem, answer) -> bool:
    """By the powers of the answer and of the next number with as many decimals."""
    step = Fraction(1, 10**problem.places)
    fits = (answer / step).denominator == 1 and answer > 0
    return fits and answer**problem.degree <= problem.number < (answer + step) ** problem.degree
