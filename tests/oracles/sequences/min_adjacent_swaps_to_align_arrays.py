"""Independent judge of envs/sequences/min_adjacent_swaps_to_align_arrays.py."""

from functools import cache, lru_cache
from itertools import permutations

from rlve.authoring.gate import up_to


@cache
def _moves_to(n) -> dict[tuple[int, ...], int]:
    """For each arrangement of 0..n-1 the least number of swaps of neighbours that leads to it, breadth first."""
    start = tuple(range(n))
    moves, queue = {start: 0}, [start]
    for row in queue:
        for i in range(n - 1):
            swapped = (*row[:i], row[i + 1], row[i], *row[i + 2 :])
            if swapped not in moves:
                moves[swapped] = moves[row] + 1
                queue.append(swapped)
    return moves


@lru_cache(maxsize=1000)
def _least_moves(a, b) -> int:
    """Swapping in B is as good as swapping the facing entries of A back, so A alone is rearranged, to every arrangement."""
    sums = {order: sum((a[i] - other) ** 2 for i, other in zip(order, b, strict=True)) for order in permutations(range(len(a)))}
    least, moves = min(sums.values()), _moves_to(len(a))
    return min(moves[order] for order, total in sums.items() if total == least)


@up_to(3)
def min_adjacent_swaps_to_align_arrays(problem, answer) -> bool:
    return answer == _least_moves(problem.a, problem.b)
