"""Independent judge of envs/combinatorics/multiset_permutation_rank.py."""

from functools import lru_cache
from itertools import permutations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _smaller(numbers) -> int:
    return sum(other < numbers for other in set(permutations(numbers)))


@up_to(3)
def multiset_permutation_rank(problem, answer) -> bool:
    return answer == _smaller(problem.numbers) % 10007
