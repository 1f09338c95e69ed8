"""Independent judge of envs/sequences/adjacent_addition_monotone_sequence.py."""

import itertools
from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _fewest_additions(values) -> int:
    """Over all histories: the values that an entry takes one after the other, by at most 3 additions of what the one before has.

    The additions to an entry may fall between any of the additions to the one before; values stay within -3..3.
    """
    least = {(values[0],): 0}
    for value in values[1:]:
        longer: dict[tuple[int, ...], int] = {}
        for before, cost in least.items():
            for count in range(4):
                for added in itertools.combinations_with_replacement(range(len(before)), count):
                    history = tuple(itertools.accumulate([before[time] for time in added], initial=value))
                    if before[-1] <= history[-1] and max(map(abs, history)) <= 3:
                        longer[history] = min(cost + count, longer.get(history, cost + count))
        least = longer
    return min(least.values())


@up_to(9)
def adjacent_addition_monotone_sequence(problem, answer) -> bool:
    values = np.array(problem.values, dtype=object)
    for i in answer:
        step = np.zeros_like(values)
        step[i + 1] = values[i]
        values = values + step
    return bool((np.diff(values) >= 0).all()) and len(answer) == _fewest_additions(problem.values)
