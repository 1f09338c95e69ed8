"""Independent judge of envs/strings/prefix_free_subset_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _prefix_free_sets(strings) -> int:
    """Write out all sets, one string after the other."""
    sets = [()]
    for new in strings:
        sets += [(*some, new) for some in sets if not any(new.startswith(old) or old.startswith(new) for old in some)]
    return len(sets) - 1


@up_to(8)
def prefix_free_subset_counting(problem, answer) -> bool:
    return answer == _prefix_free_sets(problem.strings)
