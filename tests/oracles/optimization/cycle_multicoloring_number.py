"""Independent judge of envs/optimization/cycle_multicoloring_number.py."""

from functools import lru_cache
from itertools import count, pairwise

from rlve.authoring.gate import up_to


def _enough(circle, types) -> bool:
    """Person by person: between which bounds lies the number of the types of the first one that this person has, too.

    Who has `old` of these leaves a neighbour the others of them, and `types` less own and first ones' medals outside.
    """
    first = circle[0]
    low = high = first
    for before, medals in pairwise(circle):
        outside = types - first - before
        low, high = max(0, medals - outside - high), min(medals, first - low)
        if low > high or medals + before > types:
            return False
    return low == 0


@lru_cache(maxsize=1000)
def _fewest(circle) -> int:
    return next(types for types in count(max(circle)) if _enough(circle, types))


@up_to(10)
def cycle_multicoloring_number(problem, answer) -> bool:
    return list(answer) == [*map(_fewest, problem.circles)]
