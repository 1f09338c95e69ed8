"""Independent judge of envs/strings/largest_concatenated_number.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest(strings) -> int:
    return max(int("".join(order)) for order in itertools.permutations(strings))


@up_to(5)
def largest_concatenated_number(problem, answer) -> bool:
    if sorted(answer) != list(range(len(problem.strings))):
        return False
    return int("".join(problem.strings[i] for i in answer)) == _largest(problem.strings)
