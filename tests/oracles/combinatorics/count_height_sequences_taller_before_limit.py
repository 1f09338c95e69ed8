"""Independent judge of envs/combinatorics/count_height_sequences_taller_before_limit.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _allowed_height_sequences(people) -> int:
    """Follow every sequence of heights, with all the sets of people who can stand in its places: a sequence counts once."""
    everyone = (1 << len(people)) - 1
    total, states = 0, [frozenset({0})]
    while states:
        longer = []
        for standing_sets in states:
            onward = {}
            for standing in standing_sets:
                for i, (height, limit) in enumerate(people):
                    if not standing >> i & 1:
                        before = sum(standing >> j & 1 and other > height for j, (other, _) in enumerate(people))
                        if before <= limit:
                            onward.setdefault(height, set()).add(standing | 1 << i)
            longer += [frozenset(reached) for reached in onward.values()]
        total += sum(everyone in reached for reached in longer)
        states = longer
    return total


@up_to(6)
def count_height_sequences_taller_before_limit(problem, answer) -> bool:
    return answer == _allowed_height_sequences(problem.people) % 10007
