"""Independent judge of envs/bits/min_or_of_batch_sums.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_or(numbers, batches) -> int:
    """All values of the first so many integers in so many batches, one batch longer at a time."""
    n = len(numbers)
    values = [{0}, *[set() for _ in range(n)]]
    least = None
    for _ in range(batches):
        after = [set() for _ in range(n + 1)]
        for start in range(n):
            for end in range(start + 1, n + 1):
                total = sum(numbers[start:end])
                after[end] |= {value | total for value in values[start]}
        values = after
        least = min([*values[n], *([] if least is None else [least])])
    return least


@up_to(6)
def min_or_of_batch_sums(problem, answer) -> bool:
    ends = sorted(answer)
    if len(set(ends)) < len(ends) or not 1 <= len(ends) <= problem.batches or ends[0] < 0 or ends[-1] != len(problem.numbers) - 1:
        return False
    value, total = 0, 0
    for position, number in enumerate(problem.numbers):
        total += number
        if position in ends:
            value, total = value | total, 0
    return value == _least_or(problem.numbers, problem.batches)
