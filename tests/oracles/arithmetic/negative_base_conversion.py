"""Independent judge of envs/arithmetic/negative_base_conversion.py."""

from rlve.authoring.gate import up_to


@up_to(40)
def negative_base_conversion(problem, answer) -> bool:
    """Adds up the powers; there is one way to write a number."""
    value = sum(digit * (-problem.base) ** place for place, digit in enumerate(reversed(answer)))
    return value == problem.number and answer[0] != 0 and all(0 <= digit < problem.base for digit in answer)
