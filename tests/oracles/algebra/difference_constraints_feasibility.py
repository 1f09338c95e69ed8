"""Independent judge of envs/algebra/difference_constraints_feasibility.py."""

import re

from rlve.authoring.gate import up_to


@up_to(10)
def difference_constraints_feasibility(problem, answer) -> bool:
    """Put the answer into the inequalities as they are printed."""
    inequalities = re.findall(r"^x(\d+) - x(\d+) <= (-?\d+)$", problem.statement(), re.MULTILINE)
    assert len(inequalities) == len(problem.bounds)
    return all(answer[int(i)] <= answer[int(j)] + int(c) for i, j, c in inequalities)
