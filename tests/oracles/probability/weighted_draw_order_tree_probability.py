"""Independent judge of envs/probability/weighted_draw_order_tree_probability.py."""

from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _probability(weights, before) -> Fraction:
    """Over all weights and all orders of first draws, which come up as in drawing without replacement."""
    n, total, choices = len(weights), Fraction(0), list(product(*weights))
    for order in permutations(range(n)):
        place = {item: i for i, item in enumerate(order)}
        if all(place[u] < place[v] for u, v in before):
            for chosen in choices:
                top = bottom = 1
                left = sum(chosen)
                for item in order:
                    top, bottom, left = top * chosen[item], bottom * left, left - chosen[item]
                total += Fraction(top, bottom)
    return total / len(choices)


@up_to(6)
def weighted_draw_order_tree_probability(problem, answer) -> bool:
    return answer == _probability(problem.weights, problem.before)
