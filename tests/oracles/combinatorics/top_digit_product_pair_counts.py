"""Independent judge of envs/combinatorics/top_digit_product_pair_counts.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _digit_product(x) -> int:
    result = 1
    while x:
        x, digit = divmod(x, 10)
        result *= digit
    return result


@lru_cache(maxsize=1000)
def _largest_sum(numbers, top) -> int:
    """Look at all pairs, one after the other."""
    values = {}
    for x in numbers:
        for y in numbers:
            a, b = _digit_product(x), _digit_product(y)
            if a and b:
                values[a, b] = values.get((a, b), 0) + 1
    return sum(sorted(values.values())[::-1][:top])


@up_to(10)
def top_digit_product_pair_counts(problem, answer) -> bool:
    return answer == _largest_sum(problem.numbers, problem.top)
