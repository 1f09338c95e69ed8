"""Independent judge of envs/games/prime_subtraction_game.py."""

from functools import cache

from sympy import primerange

from rlve.authoring.gate import up_to


@cache
def _game(stones) -> tuple[bool, int]:
    """Whether the player to move wins, and the moves of the whole game, over every prime that can be taken."""
    found = [_game(stones - prime) for prime in primerange(stones + 1)]
    wins = [1 + moves for other_wins, moves in found if not other_wins]
    return (True, min(wins)) if wins else (False, max([1 + moves for _, moves in found], default=0))


@up_to(8)
def prime_subtraction_game(problem, answer) -> bool:
    return [_game(stones)[1] for stones in problem.piles] == list(answer)
