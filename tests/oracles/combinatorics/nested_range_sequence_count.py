"""Independent judge of envs/combinatorics/nested_range_sequence_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sequences(ranges) -> int:
    """Write down one sequence after the other; each new entry lies between the nearest of those before the last one."""
    count, stack = 0, [()]
    while stack:
        begun = stack.pop()
        if len(begun) == len(ranges):
            count += 1
            continue
        low, high = ranges[len(begun)]
        low = max([low, *[value for value in begun[:-1] if value <= begun[-1]]])
        high = min([high, *[value for value in begun[:-1] if value >= begun[-1]]])
        stack += [(*begun, value) for value in range(low, high + 1)]
    return count


@up_to(5)
def nested_range_sequence_count(problem, answer) -> bool:
    return answer == _sequences(problem.ranges) % 10007
