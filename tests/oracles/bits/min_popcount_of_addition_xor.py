"""Independent judge of envs/bits/min_popcount_of_addition_xor.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_ones(addend) -> int:
    """Over all N up to twice D."""
    d = int(addend, 2)
    return min(bin(n ^ (n + d)).count("1") for n in range(2 * d + 1))


@up_to(4)
def min_popcount_of_addition_xor(problem, answer) -> bool:
    return list(answer) == [_least_ones(addend) for addend in problem.addends]
