"""Independent judge of envs/strings/count_binary_strings_avoiding_pattern.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _strings(length, start, pattern) -> int:
    """Write down every string with that beginning."""
    ends = product("01", repeat=length - len(start))
    return sum(pattern not in start + "".join(end) for end in ends)


@up_to(4)
def count_binary_strings_avoiding_pattern(problem, answer) -> bool:
    return answer == _strings(problem.length, problem.start, problem.pattern)
