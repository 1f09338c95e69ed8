"""Independent judge of envs/combinatorics/nonattacking_kings_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _placings(board, kings) -> int:
    """One king after the other, each on a later square than the one before."""
    squares = [(i, j) for i, row in enumerate(board) for j, square in enumerate(row) if square == "."]
    count, stack = 0, [(kings, squares)]
    while stack:
        left, free = stack.pop()
        if left == 1:
            count += len(free)
            continue
        for place, (i, j) in enumerate(free):
            stack.append((left - 1, [(a, b) for a, b in free[place + 1 :] if max(abs(a - i), abs(b - j)) > 1]))
    return count


@up_to(4)
def nonattacking_kings_count(problem, answer) -> bool:
    return answer == _placings(problem.board, problem.kings) % 10007
