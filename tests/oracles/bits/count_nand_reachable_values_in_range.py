"""Independent judge of envs/bits/count_nand_reachable_values_in_range.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _closure(words) -> list[int]:
    """All words that are ever had, each new one joined with all before it."""
    full = 2 ** len(words[0]) - 1
    had = [*dict.fromkeys(int(word, 2) for word in words)]
    seen = set(had)
    for count, new in enumerate(had, 1):
        for other in had[:count]:
            value = full - (new & other)
            if value not in seen:
                seen.add(value)
                had.append(value)
    return had


@up_to(4)
def count_nand_reachable_values_in_range(problem, answer) -> bool:
    return answer == sum(problem.low <= value <= problem.high for value in _closure(problem.words))
