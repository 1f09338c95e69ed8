"""Independent judge of envs/games/mafia_kill_order.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _after(targets, dead, player) -> frozenset[int]:
    """Who is dead after a player acted."""
    return dead if player in dead else dead | {targets[player]}


@lru_cache(maxsize=1000)
def _numbers_of_dead(targets) -> tuple[int, int]:
    """The fewest and the most that are dead in the end, over every order."""
    reached = {(frozenset(range(len(targets))), frozenset())}
    for _ in targets:
        reached = {(left - {player}, _after(targets, dead, player)) for left, dead in reached for player in left}
    numbers = [len(dead) for _, dead in reached]
    return min(numbers), max(numbers)


@up_to(4)
def mafia_kill_order(problem, answer) -> bool:
    if len(set(answer)) < len(answer):
        return False
    dead = frozenset()
    for player in [*answer, *[player for player in range(len(problem.targets)) if player not in answer]]:
        dead = _after(problem.targets, dead, player)
    fewest, most = _numbers_of_dead(problem.targets)
    return len(dead) == (fewest if problem.saving else most)
