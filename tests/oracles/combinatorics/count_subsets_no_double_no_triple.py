"""Independent judge of envs/combinatorics/count_subsets_no_double_no_triple.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _subsets(numbers, factors) -> int:
    """Write down all subsets that keep the rule, from the largest integer down."""
    found = [frozenset()]
    for number in sorted(numbers, reverse=True):
        found += [subset | {number} for subset in found if all(number * factor not in subset for factor in factors)]
    return len(found)


@up_to(6)
def count_subsets_no_double_no_triple(problem, answer) -> bool:
    return answer == _subsets(problem.numbers, problem.factors)
