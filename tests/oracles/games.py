"""Independent judges of the environments in envs/games."""

from functools import cache

from rlve.check import up_to


@cache
def _mover_wins(x: int, y: int) -> bool:
    """Every move is tried; whoever faces a number 0 has lost, since the other player made it."""
    x, y = sorted((x, y))
    return x > 0 and not all(_mover_wins(x, y - k * x) for k in range(1, y // x + 1))


@up_to(4)
def euclid_subtraction_game(problem, answer) -> bool:
    return list(answer) == [1 if _mover_wins(x, y) else 2 for x, y in problem.pairs]
