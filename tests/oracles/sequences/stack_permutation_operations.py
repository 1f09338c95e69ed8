"""Independent judge of envs/sequences/stack_permutation_operations.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10_000)
def _outputs(queue) -> dict[str, tuple[int, ...]]:
    """All legal orders of operations and their outputs: what happens above the first integer, its pop, what happens later."""
    if not queue:
        return {"": ()}
    first, *rest = queue
    found = {}
    for i in range(len(queue)):
        inside, after = _outputs(tuple(rest[:i])), _outputs(tuple(rest[i:]))
        for (a, out), (b, later) in itertools.product(inside.items(), after.items()):
            found[f"0{a}1{b}"] = (*out, first, *later)
    return found


@up_to(6)
def stack_permutation_operations(problem, answer) -> bool:
    return _outputs(problem.queue).get(answer) == problem.output
