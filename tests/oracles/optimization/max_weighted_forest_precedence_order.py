"""Independent judge of envs/optimization/max_weighted_forest_precedence_order.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_value(weights, behind) -> int:
    """Over all sets of items that can come first, by the choice of their last item."""
    best = {0: 0}
    for place in range(1, len(weights) + 1):
        found: dict[int, int] = {}
        for placed, value in best.items():
            for item, before in enumerate(behind):
                if not placed >> item & 1 and (before < 0 or placed >> before & 1):
                    more = placed | 1 << item
                    found[more] = max(found.get(more, 0), value + place * weights[item])
        best = found
    return best[(1 << len(weights)) - 1]


@up_to(4)
def max_weighted_forest_precedence_order(problem, answer) -> bool:
    """The weights from each place on, added up over the places."""
    n = len(problem.weights)
    if sorted(answer) != list(range(n)):
        return False
    if any(before >= 0 and answer.index(before) > answer.index(item) for item, before in enumerate(problem.behind)):
        return False
    value = sum(sum(problem.weights[item] for item in answer[place:]) for place in range(n))
    return value == _largest_value(problem.weights, problem.behind)
