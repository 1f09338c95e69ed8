"""Polynomials in x as sequences of integer coefficients, the constant one first."""

from collections.abc import Sequence


def polynomial_text(coefficients: Sequence[int]) -> str:
    """How statements print a polynomial: "2x^3 - x + 7", the highest power first, without terms of coefficient 0."""
    text = ""
    for power in range(len(coefficients))[::-1]:
        coefficient = coefficients[power]
        if coefficient:
            sign = (" - " if coefficient < 0 else " + ") if text else "-" * (coefficient < 0)
            size = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
            text += f"{sign}{size}{('', 'x')[power] if power < 2 else f'x^{power}'}"
    return text or "0"


def polynomial_product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """All coefficients of the product of two polynomials that have at least one each."""
    result = [0] * (len(left) + len(right) - 1)
    for power, coefficient in enumerate(left):
        for other, factor in enumerate(right, power):
            result[other] += coefficient * factor
    return result
