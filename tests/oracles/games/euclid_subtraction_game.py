"""Independent judge of envs/games/euclid_subtraction_game.py."""

from functools import cache

from rlve.authoring.gate import up_to


def _positions(x, y) -> list[tuple[int, int]]:
    """What each move of Euclid's game leads to, the smaller number first, in the order of the multiple subtracted."""
    x, y = sorted((x, y))
    return [tuple(sorted((x, y - k * x))) for k in range(1, y // x + 1)]


@cache
def _mover_wins(x, y) -> bool:
    return x > 0 and not all(_mover_wins(*position) for position in _positions(x, y))


@up_to(4)
def euclid_subtraction_game(problem, answer) -> bool:
    for (x, y), multiple in zip(problem.pairs, answer, strict=True):
        winning = [k for k, position in enumerate(_positions(x, y), 1) if not _mover_wins(*position)]
        if winning != ([multiple] if multiple else []):
            return False
    return True
