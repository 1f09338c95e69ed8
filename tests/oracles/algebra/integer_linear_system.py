"""Independent judge of envs/algebra/integer_linear_system.py."""

import re

from rlve.authoring.gate import up_to

_TERM = re.compile(r"([+-]?) ?(?:([0-9]+) )?x([0-9]+)")


@up_to(10)
def integer_linear_system(problem, answer) -> bool:
    """Put the answer into the equations as they are printed."""
    equations = [line.split(" = ") for line in problem.statement().split("\n") if re.fullmatch(r"[-+x0-9 ]+ = -?[0-9]+", line)]
    unknowns = {int(index) for left, _ in equations for _, _, index in _TERM.findall(left)}
    sides = [
        (sum(int(sign + (size or "1")) * answer[int(index)] for sign, size, index in _TERM.findall(left)), int(right))
        for left, right in equations
    ]
    return unknowns == set(range(len(answer))) and all(left == right for left, right in sides)
