"""Independent judge of envs/number_theory/smallest_number_with_k_divisors.py."""

from functools import lru_cache
from heapq import heappop, heappush

from sympy import divisor_count

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(divisors, primes) -> int:
    """All products of the primes in ascending order, until one has the number of divisors."""
    heap, seen = [1], {1}
    while True:
        n = heappop(heap)
        if divisor_count(n) == divisors:
            return n
        for p in primes:
            if n * p not in seen:
                seen.add(n * p)
                heappush(heap, n * p)


@up_to(4)
def smallest_number_with_k_divisors(problem, answer) -> bool:
    return answer == _least(problem.divisors, problem.primes)
