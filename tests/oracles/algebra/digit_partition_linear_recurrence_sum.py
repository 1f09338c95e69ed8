"""Independent judge of envs/algebra/digit_partition_linear_recurrence_sum.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum_over_cuts(digits, base, terms, first) -> int:
    """Write out F in exact integers and cut the string in every way."""
    sequence = list(first)
    while len(sequence) <= int(digits, base):
        sequence.append(sum(sequence[-terms:]))
    total = 0
    for cuts in product((False, True), repeat=len(digits) - 1):
        pieces = [digits[0]]
        for digit, cut in zip(digits[1:], cuts, strict=True):
            if cut:
                pieces.append(digit)
            else:
                pieces[-1] += digit
        total += sequence[sum(int(piece, base) for piece in pieces)]
    return total % 10007


@up_to(8)
def digit_partition_linear_recurrence_sum(problem, answer) -> bool:
    return answer == _sum_over_cuts(problem.digits, problem.base, problem.terms, problem.first)
