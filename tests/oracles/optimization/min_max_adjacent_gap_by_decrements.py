"""Independent judge of envs/optimization/min_max_adjacent_gap_by_decrements.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to

NEVER = 10**9


@lru_cache(maxsize=1000)
def _fewest_steps(numbers, difference) -> int:
    """Table by the new value of an entry, and by whether there was a 0: the fewest steps up to that entry."""
    values = range(max(numbers) + 1)
    without, with_zero = [0] * len(values), [NEVER] * len(values)
    for number in numbers:
        lowered = [number - value if value <= number else NEVER for value in values]
        near = [slice(max(0, value - difference), value + difference + 1) for value in values]
        without, with_zero = (
            [min(row[part]) + more for part, more in zip(near, lowered, strict=True)] for row in (without, with_zero)
        )
        with_zero[0] = min(with_zero[0], without[0])
    return min(with_zero)


@up_to(5)
def min_max_adjacent_gap_by_decrements(problem, answer) -> bool:
    """The difference can be kept, and none less: what keeps a smaller one keeps a larger one too."""
    if answer < 0 or _fewest_steps(problem.numbers, answer) > problem.steps:
        return False
    return answer == 0 or _fewest_steps(problem.numbers, answer - 1) > problem.steps
