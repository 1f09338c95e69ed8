"""Independent judge of envs/sequences/fixed_length_interval_flips.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _flipped(row, k, starts) -> tuple[int, ...]:
    return tuple((bit + sum(start <= place < start + k for start in starts)) % 2 for place, bit in enumerate(row))


@lru_cache(maxsize=1000)
def _best(row) -> tuple[int, int]:
    """Set of windows by set of windows, smaller ones first: the fewest windows and the least length."""
    n = len(row)
    masks = {k: [((1 << k) - 1) << start for start in range(n - k + 1)] for k in range(1, n + 1)}
    target = sum(bit << place for place, bit in enumerate(row))
    for count in range(1, n + 1):
        for k in masks:
            for windows in combinations(masks[k], count):
                left = target
                for window in windows:
                    left ^= window
                if not left:
                    return count, k
    raise AssertionError("single bits clear every row")


@up_to(2)
def fixed_length_interval_flips(problem, answer) -> bool:
    row = tuple(map(int, problem.row))
    k, *starts = answer
    if k < 1 or len(set(starts)) != len(starts) or any(not 0 <= start <= len(row) - k for start in starts):
        return False
    return not any(_flipped(row, k, starts)) and (len(starts), k) == _best(row)
