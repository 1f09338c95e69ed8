"""Independent judge of envs/strings/modular_threshold_string_pattern_count.py."""

import re
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _occurrences(n, a, b, p, pattern) -> int:
    """Write the string out and search it."""
    string = "".join("0" if (a * i + b) % n < p else "1" for i in range(n))
    return len(re.findall(f"(?={pattern})", string))


@up_to(10)
def modular_threshold_string_pattern_count(problem, answer) -> bool:
    return answer == _occurrences(problem.n, problem.a, problem.b, problem.p, problem.pattern)
