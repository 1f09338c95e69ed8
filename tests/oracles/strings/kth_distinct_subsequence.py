"""Independent judge of envs/strings/kth_distinct_subsequence.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _list(text) -> list[str]:
    found = {""}
    for letter in text:
        found |= {start + letter for start in found}
    return sorted(found)


@up_to(8)
def kth_distinct_subsequence(problem, answer) -> bool:
    """The empty one, number 0, is first."""
    return answer == _list(problem.text)[problem.number]
