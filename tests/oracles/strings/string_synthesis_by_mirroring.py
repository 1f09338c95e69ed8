"""Independent judge of envs/strings/string_synthesis_by_mirroring.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _operations(text) -> int:
    """Breadth-first search; what stays in the string in the end is a block of it at any time."""
    reached, steps = {""}, 0
    layer = reached
    while text not in reached:
        steps += 1
        made = {new for row in layer for end in ("a", "b", "c", row[::-1]) for new in (end + row, row + end) if new in text}
        layer = made - reached
        reached = reached | layer
    return steps


@up_to(8)
def string_synthesis_by_mirroring(problem, answer) -> bool:
    return answer == _operations(problem.text)
