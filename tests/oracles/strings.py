"""Independent judges of the environments in envs/strings."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@up_to(10)
def post_correspondence_permutation(problem, answer) -> bool:
    """Lay the pairs one after the other; what one row has more than the other must start with what comes next."""
    if sorted(answer) != list(range(len(problem.left))):
        return False
    above, below = "", ""
    for i in answer:
        above, below = above + problem.left[i], below + problem.right[i]
        matched = min(len(above), len(below))
        if above[:matched] != below[:matched]:
            return False
        above, below = above[matched:], below[matched:]
    return above == below == ""


@lru_cache(maxsize=1000)
def _largest(strings) -> int:
    return max(int("".join(order)) for order in itertools.permutations(strings))


@up_to(4)
def largest_concatenated_number(problem, answer) -> bool:
    if sorted(answer) != list(range(len(problem.strings))):
        return False
    return int("".join(problem.strings[i] for i in answer)) == _largest(problem.strings)


@up_to(10)
def lexicographically_least_rotation(problem, answer) -> bool:
    """Write out every rotation."""
    rotations = {problem.text[i:] + problem.text[:i] for i in range(len(problem.text))}
    return answer in rotations and all(answer <= other for other in rotations)


@lru_cache(maxsize=100_000)
def _palindromic_cuts(text) -> int:
    """Try every first piece."""
    if not text:
        return 1
    return sum(_palindromic_cuts(text[i:]) for i in range(1, len(text) + 1) if text[:i] == text[:i][::-1])


def palindromic_partition_count(problem, answer) -> bool:
    return answer == _palindromic_cuts(problem.text)
