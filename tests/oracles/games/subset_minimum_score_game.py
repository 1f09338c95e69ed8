"""Independent judge of envs/games/subset_minimum_score_game.py."""

from functools import cache


@cache
def _margin(numbers) -> int:
    """Mover's score minus the other's from a sorted multiset, over every subset that can be taken."""
    margins = [0] if not numbers else []
    for chosen in range(1, 1 << len(numbers)):
        taken = [number for i, number in enumerate(numbers) if chosen >> i & 1]
        left = tuple(number for i, number in enumerate(numbers) if not chosen >> i & 1)
        margins.append(min(taken) - _margin(left))
    return max(margins)


def subset_minimum_score_game(problem, answer) -> bool:
    return _margin(tuple(sorted(problem.numbers))) == answer
