"""Independent judge of envs/algebra/symbolic_differentiation.py."""

from rlve.authoring.gate import up_to

from ._shared import is_slope


@up_to(4)
def symbolic_differentiation(problem, answer) -> bool:
    """By difference quotients."""
    return is_slope(slope=answer, of=problem.formula)
