"""Independent judge of envs/trees/max_score_inorder_binary_tree.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=20_000)
def _trees(numbers, first) -> dict[tuple[int, ...], int]:
    """Pre-order and score of every binary tree over these numbers in in-order, the first of vertex `first`."""
    if len(numbers) == 1:
        return {(first,): numbers[0]}
    return {
        (first + i, *left, *right): a * b + root
        for i, root in enumerate(numbers)
        for left, a in _trees(numbers[:i], first).items()
        for right, b in _trees(numbers[i + 1 :], first + i + 1).items()
    } or {(): 1}


@up_to(2)
def max_score_inorder_binary_tree(problem, answer) -> bool:
    trees = _trees(problem.numbers, 0)
    return trees.get(tuple(answer)) == max(trees.values())
