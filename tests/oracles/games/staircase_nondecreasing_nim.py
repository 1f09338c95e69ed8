"""Independent judge of envs/games/staircase_nondecreasing_nim.py."""

from functools import cache

from rlve.authoring.gate import up_to


def _positions(piles, place) -> list[tuple[int, ...]]:
    """What can be left after a move on one pile."""
    least = piles[place - 1] if place else 0
    return [(*piles[:place], height, *piles[place + 1 :]) for height in range(least, piles[place])]


@cache
def _mover_wins(piles) -> bool:
    """Win or loss by trying every move."""
    return any(not _mover_wins(position) for place in range(len(piles)) for position in _positions(piles, place))


@up_to(2)
def staircase_nondecreasing_nim(problem, answer) -> bool:
    place, taken = answer
    if place >= len(problem.piles):
        return False
    left = (*problem.piles[:place], problem.piles[place] - taken, *problem.piles[place + 1 :])
    return left in _positions(problem.piles, place) and not _mover_wins(left)
