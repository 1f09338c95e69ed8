"""Independent judge of envs/sequences/count_descending_visibility_sum.py."""

import itertools

from rlve.authoring.gate import up_to


@up_to(10)
def count_descending_visibility_sum(problem, answer) -> bool:
    """Entry by entry, as it is told."""
    runs = [itertools.takewhile(lambda y, x=x: y < x, problem.numbers[i:]) for i, x in enumerate(problem.numbers, 1)]
    return list(answer) == [len(list(run)) for run in runs]
