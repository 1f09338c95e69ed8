"""Independent judge of envs/combinatorics/permutations_with_tree_inequalities.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _orders(inequalities) -> int:
    """Give out 1, 2, 3 ... to positions that need not wait for another one: by the set of the positions that have theirs."""
    before = [sum(1 << u for u, w in inequalities if w == v) for v in range(len(inequalities) + 1)]
    begun = Counter({0: 1})
    for _ in before:
        longer = Counter()
        for done, count in begun.items():
            for v, needed in enumerate(before):
                if not done >> v & 1 and not needed & ~done:
                    longer[done | 1 << v] += count
        begun = longer
    return sum(begun.values())


@up_to(5)
def permutations_with_tree_inequalities(problem, answer) -> bool:
    return answer == _orders(problem.inequalities) % 10007
