"""Independent judge of envs/bits/minimum_prefix_xor_sum_completion.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_sum(numbers, bits) -> int:
    """The least sum for each value of the last prefix, one entry after the other."""
    least = {0: 0}
    for number in numbers:
        if number == -1:
            best = min(least.values())
            least = {value: best + value for value in range(2**bits)}
        else:
            least = {value ^ number: total + (value ^ number) for value, total in least.items()}
    return min(least.values())


@up_to(8)
def minimum_prefix_xor_sum_completion(problem, answer) -> bool:
    filled = list(answer)
    whole = [filled.pop(0) if number == -1 else number for number in problem.numbers]
    total = 0
    for end in range(1, len(whole) + 1):
        prefix = 0
        for number in whole[:end]:
            prefix ^= number
        total += prefix
    return not filled and total == _least_sum(problem.numbers, problem.bits)
