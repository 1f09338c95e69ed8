"""Independent judge of envs/trees/lexicographically_smallest_inorder.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _smallest(edges) -> tuple[int, ...]:
    """Over all roots, and both orders of the sides at every vertex."""
    tree = as_graph(edges)

    def orders(vertex, parent):
        """All in-orders of a subtree."""
        below = [orders(child, vertex) for child in tree[vertex] if child != parent]
        if len(below) > 2:
            return
        first, second = ([*part] for part in ([*below, [()], [()]])[:2])
        for a in first:
            for b in second:
                yield (*a, vertex, *b)
                yield (*b, vertex, *a)

    return min(order for root in tree for order in orders(root, None))


@up_to(3)
def lexicographically_smallest_inorder(problem, answer) -> bool:
    return tuple(answer) == _smallest(problem.edges)
