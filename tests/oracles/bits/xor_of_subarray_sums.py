"""Independent judge of envs/bits/xor_of_subarray_sums.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _xor_of_sums(numbers) -> int:
    """Place by place: a 1 where an odd number of the sums have one."""
    n = len(numbers)
    sums = [sum(numbers[start:end]) for start in range(n) for end in range(start + 1, n + 1)]
    return sum(1 << place for place in range(max(sums).bit_length()) if sum(value >> place & 1 for value in sums) % 2)


@up_to(10)
def xor_of_subarray_sums(problem, answer) -> bool:
    return answer == _xor_of_sums(problem.numbers)
