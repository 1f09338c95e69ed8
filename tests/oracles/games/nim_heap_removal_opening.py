"""Independent judge of envs/games/nim_heap_removal_opening.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _xor_sums(heaps) -> list[int]:
    """The xor of every set of heaps but the empty one, each set once."""
    sums = [0]
    for size in heaps:
        sums += [value ^ size for value in sums]
    return sums[1:]


def _split(heaps, removed) -> tuple[list[int], int]:
    """The heaps left, and the stones removed."""
    return [size for place, size in enumerate(heaps) if place not in removed], sum(heaps[place] for place in removed)


@lru_cache(maxsize=1000)
def _fewest_stones(heaps) -> int:
    """Over every set to remove: the opponent may leave any non-empty set, and wins Nim as second player where its xor is 0."""
    found = []
    for chosen in range(1, 2 ** len(heaps) - 1):
        left, stones = _split(heaps, [place for place in range(len(heaps)) if chosen >> place & 1])
        if (not found or stones < min(found)) and 0 not in _xor_sums(left):
            found.append(stones)
    return min(found)


@up_to(6)
def nim_heap_removal_opening(problem, answer) -> bool:
    left, stones = _split(problem.heaps, answer)
    return 0 not in _xor_sums(left) and stones == _fewest_stones(problem.heaps)
