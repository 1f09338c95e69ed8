"""Independent judge of envs/strings/suffix_reversal_transformation.py."""

from collections import deque

from rlve.authoring.gate import up_to


@up_to(10)
def suffix_reversal_transformation(problem, answer) -> bool:
    """The last letter goes to the place behind those that have gone to the front already, x times."""
    n, row = len(problem.source), deque(problem.source)
    if not 1 <= len(answer) <= 3 * n or min(answer) < 0 or max(answer) > n:
        return False
    for x in answer:
        for place in range(x):
            row.insert(place, row.pop())
    return "".join(row) == problem.target
