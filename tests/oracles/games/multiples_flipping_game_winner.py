"""Independent judge of envs/games/multiples_flipping_game_winner.py."""

from functools import cache

from rlve.authoring.gate import up_to


def _positions(white, x, n) -> list[frozenset[int]]:
    """The white cells after each move that starts at x."""
    return [white ^ {*range(x, k * x + 1, x)} for k in range(1, n // x + 1)]


@cache
def _mover_wins(white, n) -> bool:
    """Win or loss by trying every move, the longest first."""
    return any(not _mover_wins(position, n) for x in sorted(white) for position in _positions(white, x, n)[::-1])


@up_to(3)
def multiples_flipping_game_winner(problem, answer) -> bool:
    x, k = answer
    if x not in problem.white or k * x > problem.n:
        return False
    return not _mover_wins(_positions(frozenset(problem.white), x, problem.n)[k - 1], problem.n)
