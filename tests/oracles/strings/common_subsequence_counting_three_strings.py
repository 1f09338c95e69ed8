"""Independent judge of envs/strings/common_subsequence_counting_three_strings.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _subsequences(text) -> frozenset[str]:
    found = {""}
    for letter in text:
        found |= {start + letter for start in found}
    return frozenset(found)


@up_to(8)
def common_subsequence_counting_three_strings(problem, answer) -> bool:
    """Write down all of them."""
    first, second, third = map(_subsequences, problem.strings)
    return answer == len((first & second & third) - {""})
