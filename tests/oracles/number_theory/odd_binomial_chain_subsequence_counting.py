"""Independent judge of envs/number_theory/odd_binomial_chain_subsequence_counting.py."""

from functools import cache, lru_cache
from math import comb

from rlve.authoring.gate import up_to


@cache
def _is_odd(a, b) -> bool:
    return comb(a, b) % 2 == 1


@lru_cache(maxsize=1000)
def _chains(numbers) -> int:
    """All of them, each grown by one integer after the other from the left."""
    chains = [(place,) for place in range(len(numbers))]
    count = 0
    for chain in chains:
        count += len(chain) > 1
        a = numbers[chain[-1]]
        chains += [(*chain, place) for place in range(chain[-1] + 1, len(numbers)) if _is_odd(a, numbers[place])]
    return count


@up_to(7)
def odd_binomial_chain_subsequence_counting(problem, answer) -> bool:
    return answer == _chains(problem.numbers)
