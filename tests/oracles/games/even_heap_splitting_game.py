"""Independent judge of envs/games/even_heap_splitting_game.py."""

from functools import cache

from rlve.authoring.gate import up_to


def _parts(x, m) -> list[int]:
    """One stone after the other onto the m heaps in turn."""
    heaps = [0] * m
    for stone in range(x):
        heaps[stone % m] += 1
    return heaps


def _essential(heaps, threshold) -> tuple[int, ...]:
    """The heaps that can be split, less pairs of equal ones: whatever is done with one can be copied with the other."""
    return tuple(sorted(x for x in {*heaps} if x >= threshold and heaps.count(x) % 2))


@cache
def _mover_wins(heaps, threshold) -> bool:
    """Win or loss by trying every move."""
    for place, x in enumerate(heaps):
        for m in range(2, x + 1):
            if not _mover_wins(_essential([*heaps[:place], *heaps[place + 1 :], *_parts(x, m)], threshold), threshold):
                return True
    return False


@up_to(5)
def even_heap_splitting_game(problem, answer) -> bool:
    x, m = answer
    heaps = list(problem.heaps)
    if x not in heaps or x < problem.threshold or not 2 <= m <= x:
        return False
    heaps.remove(x)
    return not _mover_wins(_essential([*heaps, *_parts(x, m)], problem.threshold), problem.threshold)
