"""Independent judge of envs/games/doubling_prefix_coin_game.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _totals(coins, most) -> tuple[int, int]:
    """What the mover and the other player get, over every number of coins that can be taken."""
    found = [(0, 0)] if not coins else []
    for taken in range(1, min(most, len(coins)) + 1):
        other, mover = _totals(coins[taken:], 2 * taken)
        found.append((sum(coins[:taken]) + mover, other))
    return max(found)


@up_to(8)
def doubling_prefix_coin_game(problem, answer) -> bool:
    return _totals(problem.coins, 2)[0] == answer
