"""Independent judge of envs/puzzles/exact_set_cover.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(25)
def exact_set_cover(problem, answer) -> bool:
    """The chosen rows of the incidence matrix add up to a row of ones."""
    incidence = np.zeros((len(problem.sets), problem.n), dtype=int)
    for number, items in enumerate(problem.sets):
        incidence[number, list(items)] = 1
    return len(set(answer)) == len(answer) and bool((incidence[list(answer)].sum(axis=0) == 1).all())
