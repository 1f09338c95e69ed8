"""Independent judge of envs/bits/bounded_xor_equation_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _lists(count, low, high, target) -> int:
    """How many lists have each exclusive or, one integer after the other."""
    size = 1 << high.bit_length()
    ways = [0] * size
    ways[0] = 1
    for _ in range(count):
        ways = [sum(ways[value ^ x] for x in range(low, high + 1)) for value in range(size)]
    return ways[target]


@up_to(6)
def bounded_xor_equation_counting(problem, answer) -> bool:
    return answer == _lists(problem.count, problem.low, problem.high, problem.target) % 10007
