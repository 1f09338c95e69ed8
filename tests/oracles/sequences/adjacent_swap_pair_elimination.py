"""Independent judge of envs/sequences/adjacent_swap_pair_elimination.py."""

from itertools import combinations

from rlve.authoring.gate import up_to


def _without_pairs(row: str) -> str:
    shorter = row
    for label in set(row):
        shorter = shorter.replace(label * 2, "")
    return row if shorter == row else _without_pairs(shorter)


@up_to(10)
def adjacent_swap_pair_elimination(problem, answer) -> bool:
    """A swap changes for two pairs at most whether they interleave, and those of an empty row do not."""
    row = "".join(chr(65 + label) for label in problem.row)
    fewest = 0
    for a, b in combinations(sorted(set(row)), 2):
        order = "".join(label for label in row if label in (a, b))
        fewest += order in (a + b + a + b, b + a + b + a)
    for k in answer:
        if not 0 <= k < len(row) - 1:
            return False
        row = _without_pairs(row[:k] + row[k + 1] + row[k] + row[k + 2 :])
    return not row and len(answer) == fewest
