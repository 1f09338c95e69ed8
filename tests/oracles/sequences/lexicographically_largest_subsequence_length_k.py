"""Independent judge of envs/sequences/lexicographically_largest_subsequence_length_k.py."""

import itertools

from rlve.authoring.gate import up_to


@up_to(7)
def lexicographically_largest_subsequence_length_k(problem, answer) -> bool:
    return tuple(answer) == max(itertools.combinations(problem.numbers, problem.k))
