"""Independent judge of envs/games/take_pile_next_to_gap_game.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1_000_000)
def _lead(piles) -> int:
    """Mover's stones minus the other's, over every pile that may be taken."""
    leads = []
    for place, stones in enumerate(piles):
        if stones and 0 in piles[max(0, place - 1) : place + 2]:
            leads.append(stones - _lead((*piles[:place], 0, *piles[place + 1 :])))
    return max(leads, default=0)


@up_to(5)
def take_pile_next_to_gap_game(problem, answer) -> bool:
    return [2 * stones - sum(piles) for piles, stones in zip(problem.games, answer, strict=True)] == [*map(_lead, problem.games)]
