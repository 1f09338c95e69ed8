"""Independent judge of envs/puzzles/bounded_change_set_sequence.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(16)
def bounded_change_set_sequence(problem, answer) -> bool:
    """The sets as rows of zeros and ones; rows that follow each other multiply to what they share."""
    count, size = len(problem.forbidden), len(problem.first)
    chosen, avoided = np.zeros((2, count + 1, problem.n + 1), dtype=int)
    for row, items in enumerate([problem.first, *answer]):
        chosen[row, list(items)] = 1
    for row, items in enumerate(problem.forbidden, 1):
        avoided[row, list(items)] = 1
    common = np.diag(chosen @ chosen.T, 1)
    return chosen.shape[0] == len(answer) + 1 and bool(
        (chosen.sum(axis=1) == size).all()
        and not chosen[:, 0].any()
        and not (chosen & avoided).any()
        and (common >= problem.shared).all()
    )
