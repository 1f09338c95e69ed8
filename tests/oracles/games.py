"""Independent judges of the environments in envs/games."""

from functools import cache, lru_cache

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
