"""Independent judge of envs/strings/min_swaps_to_alternating_binary.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _fewest(text) -> int:
    """Try all swaps, then all second swaps; a longer string is counted."""
    n = len(text)
    if n > 10:  # all or none of the even places must hold a 1 in the end, and a swap brings at most one in or out
        return min(text[::2].count(symbol) for symbol in "01")
    reached, steps = {text}, 0
    while not reached & {"01" * (n // 2), "10" * (n // 2)}:
        reached = {
            row[:i] + row[j] + row[i + 1 : j] + row[i] + row[j + 1 :] for row in reached for i, j in combinations(range(n), 2)
        }
        steps += 1
    return steps


@up_to(10)
def min_swaps_to_alternating_binary(problem, answer) -> bool:
    row = list(problem.text)
    for k in range(0, len(answer), 2):
        one, other = answer[k : k + 2]
        row[one], row[other] = row[other], row[one]
    return all(row[k] != row[k + 1] for k in range(len(row) - 1)) and len(answer) == 2 * _fewest(problem.text)
