"""Independent judge of envs/optimization/diminishing_value_ordered_selection.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest(items) -> int:
    """Over all sets of items, by the choice of the last one, which loses the penalties of all others."""
    best, penalties = [0] * (1 << len(items)), [0] * (1 << len(items))
    for chosen in range(1, 1 << len(items)):
        options = []
        for last, (value, penalty) in enumerate(items):
            if chosen >> last & 1:
                others = chosen ^ 1 << last
                penalties[chosen] = penalties[others] + penalty
                options.append(best[others] + value - penalties[others])
        best[chosen] = max(options)
    return max(best[1:])


@up_to(5)
def diminishing_value_ordered_selection(problem, answer) -> bool:
    """Each chosen item costs its penalty once for every one behind it."""
    if not answer or len(set(answer)) < len(answer) or not set(answer) <= set(range(len(problem.items))):
        return False
    chosen = [problem.items[item] for item in answer]
    total = sum(value - penalty * (len(chosen) - 1 - place) for place, (value, penalty) in enumerate(chosen))
    return total == _largest(problem.items)
