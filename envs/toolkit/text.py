"""Numbers as statements print them, a row a line, and ranges."""

from collections.abc import Iterable, Sequence


def rows(items: Iterable[Sequence[int]]) -> str:
    """Edges, points, the rows of a matrix: one a line, its numbers separated by spaces."""
    return "\n".join([" ".join(map(str, item)) for item in items])


def numbered_rows(items: Iterable[Sequence[object]]) -> str:
    """Records, one a line with its number from 0 before it: "0: 3 7"."""
    return "\n".join([f"{number}: {' '.join(map(str, item))}" for number, item in enumerate(items)])


def grid_of(lines: Sequence[str], width: int) -> str:
    """The sentence that introduces a grid of so many columns, and its rows, one a line."""
    return f"Here is a grid of {len(lines)} rows and {width} columns:\n" + "\n".join(lines)


def between(name: str, bounds: Sequence[int]) -> str:
    """A range of integers, both ends included: "3 <= x <= 17", or "x = 3" where it holds one."""
    low, high = bounds
    return f"{low} <= {name} <= {high}" if low < high else f"{name} = {low}"
