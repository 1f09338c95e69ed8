"""Grids as statements print them."""

from collections.abc import Sequence


def matrix_text(matrix: Sequence[Sequence[int]]) -> str:
    """One row a line, its integers separated by spaces."""
    return "\n".join([" ".join(map(str, row)) for row in matrix])
