"""Independent judge of envs/trees/binary_tree_unranking.py."""

from functools import cache

from rlve.authoring.gate import up_to


@cache
def _of_size(size: int) -> list[tuple]:
    """All trees of a size as (left, right), in their order."""
    if size == 0:
        return [()]
    return [(a, b) for left in range(size) for a in _of_size(left) for b in _of_size(size - 1 - left)]


def _letters(tree: tuple) -> str:
    if not tree:
        return ""
    left, right = map(_letters, tree)
    return ("B" if left and right else "L" if left else "R" if right else "N") + left + right


@up_to(4)
def binary_tree_unranking(problem, answer) -> bool:
    """One tree after the other, from the empty one on."""
    index, size = problem.index, 0
    while index >= len(_of_size(size)):
        index -= len(_of_size(size))
        size += 1
    return answer == _letters(_of_size(size)[index])
