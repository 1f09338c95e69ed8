"""Independent judge of envs/sequences/integer_sorting.py."""

import itertools
from collections import Counter

from rlve.authoring.gate import up_to


@up_to(10)
def integer_sorting(problem, answer) -> bool:
    return Counter(answer) == Counter(problem.numbers) and all(x <= y for x, y in itertools.pairwise(answer))
