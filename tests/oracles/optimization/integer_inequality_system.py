"""Independent judge of envs/optimization/integer_inequality_system.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(10)
def integer_inequality_system(problem, answer) -> bool:
    """The product of the matrix of coefficients with the answer, against the right sides."""
    table = np.array(problem.inequalities)
    if len(answer) != table.shape[1] - 1 or max(map(abs, answer)) > problem.bound:
        return False
    return bool((table[:, :-1] @ np.array(answer) >= table[:, -1]).all())
