"""Independent judge of envs/sequences/max_fixed_points_after_deletion.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(numbers) -> int:
    """Entry after entry: the most matches by the number of entries kept so far; each next one is kept or deleted."""
    most = {0: 0}
    for number in numbers:
        kept = {count + 1: matches + (number == count) for count, matches in most.items()}
        most = {count: max(most.get(count, 0), kept.get(count, 0)) for count in {*most, *kept}}
    return max(matches for count, matches in most.items() if count < len(numbers))


@up_to(10)
def max_fixed_points_after_deletion(problem, answer) -> bool:
    rest = list(problem.numbers)
    for place in sorted(answer, reverse=True):
        del rest[place]
    matches = sum(place == number for place, number in enumerate(rest))
    return bool(answer) and matches == _most(problem.numbers)
