"""What several judges of this room use."""

from fractions import Fraction


def solved(rows) -> list[Fraction]:
    """The solution of linear equations, each a row of coefficients and the right side, by Gauss and Jordan."""
    rows = [[Fraction(item) for item in row] for row in rows]
    for i in range(len(rows)):
        pivot = next(k for k in range(i, len(rows)) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [item / rows[i][i] for item in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[i]:
                rows[k] = [a - row[i] * b for a, b in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]
