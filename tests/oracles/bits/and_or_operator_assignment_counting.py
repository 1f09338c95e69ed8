"""Independent judge of envs/bits/and_or_operator_assignment_counting.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _ways(words, result) -> int:
    """How many choices of operators lead to each word, one step after the other."""
    ways = Counter(["0" * len(result)])
    for word in words:
        after = Counter()
        for now, count in ways.items():
            after["".join(map(min, now, word))] += count
            after["".join(map(max, now, word))] += count
        ways = after
    return ways[result]


@up_to(10)
def and_or_operator_assignment_counting(problem, answer) -> bool:
    return answer == _ways(problem.words, problem.result)
