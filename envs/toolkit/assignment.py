"""Assignments of least cost."""

from collections.abc import Sequence
from math import inf


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row of a square matrix its column in an assignment of least cost, by the Hungarian method.

    Row after row joins by a cheapest augmenting path; prices of rows and columns keep all reduced costs from being negative.
    """
    n = len(costs)
    row_price, column_price = [0] * n, [0] * (n + 1)
    row_of = [-1] * (n + 1)  # column n stands for the new row
    for new in range(n):
        row_of[n], column = new, n
        slack, before = [inf] * n, [n] * n
        path, free = [n], list(range(n))
        while row_of[column] >= 0:
            row = row_of[column]
            price, entries = row_price[row], costs[row]
            for j in free:
                reduced = entries[j] - price - column_price[j]
                if reduced < slack[j]:
                    slack[j], before[j] = reduced, column
            column = min(free, key=slack.__getitem__)
            step = slack[column]
            for j in path:
                row_price[row_of[j]] += step
                column_price[j] -= step
            free.remove(column)
            path.append(column)
            for j in free:
                slack[j] -= step
        while column < n:
            row_of[column] = row_of[before[column]]
            column = before[column]
    return sorted(range(n), key=row_of.__getitem__)
