"""Independent judge of envs/bits/monotone_and_or_sequence_counting.py."""

from functools import lru_cache
from itertools import pairwise

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _arrays(numbers, bits) -> int:
    """How many arrays end in each integer, one position after the other."""
    ways = dict.fromkeys(range(2**bits), 1)
    for a, b in pairwise(numbers):
        ways = {
            new: sum(count for last, count in ways.items() if a & last <= b & new and a | last >= b | new)
            for new in range(2**bits)
        }
    return sum(ways.values())


@up_to(6)
def monotone_and_or_sequence_counting(problem, answer) -> bool:
    return answer == _arrays(problem.numbers, problem.bits) % 10007
