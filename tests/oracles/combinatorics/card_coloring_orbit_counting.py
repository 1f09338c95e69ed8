"""Independent judge of envs/combinatorics/card_coloring_orbit_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _classes(amounts, shuffles) -> int:
    """Write down all rows of colours, and walk from each to those that shuffles give."""
    rows = {()}
    for _ in range(sum(amounts)):
        rows = {(*row, c) for row in rows for c, amount in enumerate(amounts) if row.count(c) < amount}
    classes = 0
    while rows:
        classes += 1
        stack = [rows.pop()]
        while stack:
            row = stack.pop()
            for shuffle in shuffles:
                moved = [0] * len(row)
                for card, position in enumerate(shuffle):
                    moved[position] = row[card]
                if tuple(moved) in rows:
                    rows.remove(tuple(moved))
                    stack.append(tuple(moved))
    return classes


@up_to(6)
def card_coloring_orbit_counting(problem, answer) -> bool:
    return answer == _classes(problem.amounts, problem.shuffles)
