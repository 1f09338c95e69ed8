"""Independent judge of envs/arithmetic/countdown_exact_target.py."""

import ast

from rlve.authoring.gate import up_to

from ._shared import computed


@up_to(18)
def countdown_exact_target(problem, answer) -> bool:
    """Python's parser reads the expression."""
    try:
        value, used = computed(ast.parse(answer, mode="eval").body)
    except ZeroDivisionError:
        return False
    return sorted(used) == sorted(problem.numbers) and value == problem.target
