"""Independent judge of envs/arithmetic/integer_multiplication.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def integer_multiplication(problem, answer) -> bool:
    """Schoolbook multiplication, digit by digit."""
    a, b = ([int(digit) for digit in reversed(str(number))] for number in (problem.a, problem.b))
    columns = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            columns[i + j] += x * y
    carry, digits = 0, ""
    for column in columns:
        carry, digit = divmod(carry + column, 10)
        digits = str(digit) + digits
    return digits.lstrip("0") == str(answer)
