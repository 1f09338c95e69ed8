"""Latin squares."""

from collections.abc import Sequence
from random import Random

from rlve import Infeasible


def latin_square(rng: Random, n: int) -> list[list[int]]:
    """A random Latin square of the numbers 0..n-1, not only a shuffled cyclic one.

    Row by row: each column takes a number that it lacks yet, by augmenting paths; Hall's theorem says that this succeeds.
    """
    lacking = [rng.sample(range(n), n) for _ in range(n)]
    square = []
    for _ in range(n):
        holder: dict[int, int] = {}  # number -> the column that takes it in this row
        row = [-1] * n
        for column in rng.sample(range(n), n):
            asked_by: dict[int, int] = {}
            queue, free = [column], None
            for asking in queue:
                for number in lacking[asking]:
                    if number not in asked_by:
                        asked_by[number] = asking
                        if number in holder:
                            queue.append(holder[number])
                free = next((number for number in lacking[asking] if number not in holder), None)
                if free is not None:
                    break
            while free is not None:  # back along the path: each column hands its number to the one that asked for it
                taker = asked_by[free]
                holder[free] = taker
                row[taker], free = free, None if taker == column else row[taker]
        for numbers, number in zip(lacking, row, strict=True):
            numbers.remove(number)
        square.append(row)
    return square


def require_latin(grid: Sequence[Sequence[int]]) -> None:
    """Raise Infeasible unless each row and each column of a square grid holds every number from 0 once."""
    numbers = list(range(len(grid)))
    for what, lines in (("row", grid), ("column", zip(*grid, strict=True))):
        for place, line in enumerate(lines):
            if sorted(line) != numbers:
                raise Infeasible(f"{what} {place} should hold each number from 0 to {numbers[-1]} once")
