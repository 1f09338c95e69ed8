"""Independent judge of envs/puzzles/unknown_base_addition_table.py."""

import re

from rlve.authoring.gate import up_to

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@up_to(23)
def unknown_base_addition_table(problem, answer) -> bool:
    """Each letter becomes a digit, and Python reads the words as integers of that base."""
    if sorted(answer) != [*range(problem.base)]:
        return False
    digits = str.maketrans({chr(ord("a") + place): DIGITS[digit] for place, digit in enumerate(answer)})
    sums = [[int(word.translate(digits), problem.base) for word in re.findall("[a-z]+", line)] for line in problem.sums]
    return all(left + right == total for left, right, total in sums)
