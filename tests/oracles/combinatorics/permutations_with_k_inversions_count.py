"""Independent judge of envs/combinatorics/permutations_with_k_inversions_count.py."""

from functools import lru_cache
from itertools import permutations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _rows(entries, fewest, most) -> int:
    """Fill the gaps in every way, and count the exchanges of neighbours that put each row in order."""
    total = 0
    for order in permutations(set(range(1, len(entries) + 1)) - set(entries)):
        left = iter(order)
        row = [entry or next(left) for entry in entries]
        exchanges = 0
        for entry in range(1, len(row) + 1):
            exchanges += row.index(entry)
            row.remove(entry)
        total += fewest <= exchanges <= most
    return total


@up_to(5)
def permutations_with_k_inversions_count(problem, answer) -> bool:
    return answer == _rows(problem.entries, problem.fewest, problem.most) % 10007
