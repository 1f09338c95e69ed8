"""Independent judge of envs/sequences/longest_bitonic_subsequence.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _is_bitonic(values) -> bool:
    """Strictly rising up to its first largest value, strictly falling from there."""
    top = values.index(max(values))
    rise, fall = values[: top + 1], values[top:][::-1]
    return all(list(part) == sorted(set(part)) for part in (rise, fall))


@lru_cache(maxsize=1000)
def _longest(numbers) -> frozenset:
    """All longest ones, by striking out no entry, one, two, and so on."""
    for length in range(len(numbers), 0, -1):
        if found := frozenset(values for values in combinations(numbers, length) if _is_bitonic(values)):
            return found
    return frozenset()


@up_to(3)
def longest_bitonic_subsequence(problem, answer) -> bool:
    return tuple(answer) in _longest(problem.numbers)
