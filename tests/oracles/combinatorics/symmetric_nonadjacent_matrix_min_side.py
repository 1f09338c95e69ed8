"""Independent judge of envs/combinatorics/symmetric_nonadjacent_matrix_min_side.py."""

from functools import cache
from itertools import count

from rlve.authoring.gate import up_to


@cache
def _rows(width) -> list[tuple[int, int]]:
    """The rows that are their own mirror images without neighbouring ones, as masks, with their ones."""
    halves = ["0", "1"]
    for _ in range(1, (width + 1) // 2):
        halves = [half + bit for half in halves for bit in "01" if half[-1] + bit != "11"]
    whole = [half + half[::-1][width % 2 :] for half in halves]
    return [(int(row, 2), row.count("1")) for row in whole if "11" not in row]


def _counts(height, width, empty) -> set[int]:
    """The numbers of ones that are possible: row after row from the top to the middle, each with its image below."""
    reached = {(0, 0)}
    for above in range((height + 1) // 2):
        image = height - 1 - above
        longer = set()
        for row, ones in _rows(width):
            if not row or (above != empty and image != above + 1):
                longer |= {(row, before + ones * (2 - (image == above))) for last, before in reached if not row & last}
        reached = longer
    return {ones for _, ones in reached}


@cache
def _least_width(height, ones, empty=-1) -> int:
    return next(width for width in count(1) if ones in _counts(height, width, empty))


@up_to(8)
def symmetric_nonadjacent_matrix_min_side(problem, answer) -> bool:
    return list(answer) == [_least_width(*case) for case in problem.matrices]
