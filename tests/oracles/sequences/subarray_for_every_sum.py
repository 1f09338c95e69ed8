"""Independent judge of envs/sequences/subarray_for_every_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _subarrays(numbers) -> dict[int, set[tuple[int, int]]]:
    """All subarrays by their sum."""
    found = {}
    for first in range(len(numbers)):
        for last in range(first, len(numbers)):
            found.setdefault(sum(numbers[first : last + 1]), set()).add((first, last))
    return found


@up_to(10)
def subarray_for_every_sum(problem, answer) -> bool:
    pairs = list(zip(answer[::2], answer[1::2], strict=True))
    subarrays = _subarrays(problem.numbers)
    return all(pair in subarrays.get(target, {(-1, -1)}) for target, pair in zip(problem.targets, pairs, strict=True))
