"""Independent judge of envs/trees/preorder_from_inorder_postorder.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10_000)
def _orders(inorder) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pre-order and post-order of every binary tree with that in-order."""
    return [
        ((root, *left[0], *right[0]), (*left[1], *right[1], root))
        for i, root in enumerate(inorder)
        for left in _orders(inorder[:i])
        for right in _orders(inorder[i + 1 :])
    ] or [((), ())]


@up_to(5)
def preorder_from_inorder_postorder(problem, answer) -> bool:
    return [before for before, after in _orders(problem.inorder) if after == problem.postorder] == [tuple(answer)]
