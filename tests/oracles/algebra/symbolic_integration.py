"""Independent judge of envs/algebra/symbolic_integration.py."""

from rlve.authoring.gate import up_to

from ._shared import is_slope


@up_to(4)
def symbolic_integration(problem, answer) -> bool:
    """By difference quotients."""
    return is_slope(slope=problem.formula, of=answer)
