"""Independent judge of envs/probability/random_range_max_expected_values.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sums(numbers, steps) -> list[int]:
    """All arrays that come up, with in how many ways, step after step."""
    n = len(numbers)
    arrays = Counter({numbers: 1})
    for _ in range(steps):
        after: Counter = Counter()
        for array, ways in arrays.items():
            for i in range(n):
                for j in range(i + 1, n + 1):
                    after[array[:i] + (max(array[i:j]),) * (j - i) + array[j:]] += ways
        arrays = after
    return [sum(array[place] * ways for array, ways in arrays.items()) for place in range(n)]


@up_to(6)
def random_range_max_expected_values(problem, answer) -> bool:
    return list(answer) == _sums(problem.numbers, problem.steps)
