"""Independent judge of envs/probability/random_binary_tree_expected_leaves.py."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100)
def _trees(nodes) -> Counter:
    """How many binary trees have how many nodes with no, with one and with two children, by the sizes of both subtrees."""
    if nodes == 0:
        return Counter({(0, 0, 0): 1})
    found: Counter = Counter()
    for left in range(nodes):
        right = nodes - 1 - left
        root = (left > 0) + (right > 0)
        for a, times in _trees(left).items():
            for b, more in _trees(right).items():
                kinds = [x + y for x, y in zip(a, b, strict=True)]
                kinds[root] += 1
                found[tuple(kinds)] += times * more
    return found


@up_to(8)
def random_binary_tree_expected_leaves(problem, answer) -> bool:
    weight = {}
    for kinds, times in _trees(problem.nodes).items():
        weight[kinds] = times
        for base, exponent in zip(problem.weights, kinds, strict=True):
            weight[kinds] *= base**exponent
    return answer == Fraction(sum(w * kinds[problem.children] for kinds, w in weight.items()), sum(weight.values()))
