"""Independent judge of envs/sequences/longest_subarray_leveling_to_threshold.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _levels(block, k) -> bool:
    """Make moves inside the block until each of its entries is at least k, or none is greater."""
    block = list(block)
    while min(block) < k:
        pairs = [(abs(i - j), i, j) for i, high in enumerate(block) if high > k for j, low in enumerate(block) if low < k]
        if not pairs:
            return False
        _, here, end = min(pairs)  # all entries between these two equal k: hand the unit on from one to the next
        while here != end:
            there = here + (1 if end > here else -1)
            assert block[here] > k
            block[here], block[there] = block[here] - 1, block[there] + 1
            here = there
    return True


@lru_cache(maxsize=1000)
def _longest(numbers, k) -> int:
    """Help from outside of a block would leave a longer block that is levelled too, so that each block is tried by itself."""
    n = len(numbers)
    return max(size for size in range(1, n + 1) for i in range(n - size + 1) if _levels(numbers[i : i + size], k))


@up_to(3)
def longest_subarray_leveling_to_threshold(problem, answer) -> bool:
    first, last = answer
    block = problem.numbers[first : last + 1]
    return len(block) == _longest(problem.numbers, problem.k) and _levels(block, problem.k)
