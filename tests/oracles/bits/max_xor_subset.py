"""Independent judge of envs/bits/max_xor_subset.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_xor(numbers) -> int:
    """Among the values of all subsets."""
    values = {0}
    for number in numbers:
        values |= {value ^ number for value in values}
    return max(values)


@up_to(8)
def max_xor_subset(problem, answer) -> bool:
    """An odd count of ones in each binary place, added up."""
    chosen = [problem.numbers[position] for position in set(answer)]
    value = sum(sum(number >> bit & 1 for number in chosen) % 2 << bit for bit in range(64))
    return len(set(answer)) == len(answer) and value == _largest_xor(problem.numbers)
