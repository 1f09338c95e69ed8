"""Independent judge of envs/optimization/monotone_sequence_min_l1_change.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_monotone_change(numbers) -> int:
    """Table by position and last entry, which need only be one of the given numbers; for the sequence and its mirror image."""
    least = []
    for sequence in (numbers, numbers[::-1]):
        costs = dict.fromkeys(sorted(set(sequence)), 0)
        for number in sequence:
            cheapest = itertools.accumulate(costs.values(), min)
            costs = {value: cost + abs(value - number) for value, cost in zip(costs, cheapest, strict=True)}
        least.append(min(costs.values()))
    return min(least)


@up_to(10)
def monotone_sequence_min_l1_change(problem, answer) -> bool:
    steps = [after - before for before, after in itertools.pairwise(answer)]
    if len(answer) != len(problem.numbers) or (min(steps) < 0 < max(steps)):
        return False
    change = sum(abs(old - new) for old, new in zip(problem.numbers, answer, strict=True))
    return change == _least_monotone_change(problem.numbers)
