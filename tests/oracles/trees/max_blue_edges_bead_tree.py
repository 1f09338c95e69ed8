"""Independent judge of envs/trees/max_blue_edges_bead_tree.py."""

from functools import cache, lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most_blue(edges) -> int:
    """All histories, backwards: a leaf goes, or the vertex between two edges, which one red edge then replaces.

    An edge between vertices that are left is one of the final tree, red or blue, or it came back red.
    """
    final = {frozenset(edge[:2]): edge[2] for edge in edges}

    @cache
    def best(tree) -> float:
        """The largest weight of blue edges at vertices that are still to go."""
        if not tree:
            return 0
        found = float("-inf")
        for x in frozenset().union(*tree):
            around = [edge for edge in tree if x in edge]
            if len(around) == 1:
                found = max(found, best(tree - {*around}))
            elif len(around) == 2 and all(edge in final for edge in around):
                found = max(found, sum(final[edge] for edge in around) + best(tree - {*around} | {around[0] ^ around[1]}))
        return found

    return best(frozenset(final))


@up_to(1)
def max_blue_edges_bead_tree(problem, answer) -> bool:
    return answer == _most_blue(problem.edges)
