"""Independent judge of envs/strings/palindromic_partition_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _palindromic_cuts(text) -> int:
    """Try every first piece."""
    if not text:
        return 1
    return sum(_palindromic_cuts(text[i:]) for i in range(1, len(text) + 1) if text[:i] == text[:i][::-1])


@up_to(6)
def palindromic_partition_count(problem, answer) -> bool:
    return answer == _palindromic_cuts(problem.text)
