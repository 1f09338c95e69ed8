"""Independent judge of envs/logic/read_once_boolean_formula_counting.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to

OPERATIONS = {"&": np.logical_and, "|": np.logical_or, "^": np.logical_xor}


@lru_cache(maxsize=1000)
def _ways(text) -> int:
    """The printed formula read from its parentheses, over a table of all assignments, one axis for each blank."""
    blanks, seen = text.count("_"), 0
    values, signs = [], []
    for character in f"({text})":
        if character == "_":
            shape = [1] * blanks
            shape[seen], seen = 2, seen + 1
            values.append(np.array([False, True]).reshape(shape))
        elif character in OPERATIONS:
            signs.append(character)
        elif character == ")":
            right, left = values.pop(), values.pop()
            values.append(OPERATIONS[signs.pop()](left, right))
    return int(np.broadcast_to(values[0], (2,) * blanks).sum())


@up_to(9)
def read_once_boolean_formula_counting(problem, answer) -> bool:
    return answer == _ways(problem.statement().split("\n")[1])
