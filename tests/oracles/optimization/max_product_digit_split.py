"""Independent judge of envs/optimization/max_product_digit_split.py."""

from functools import lru_cache
from itertools import combinations
from math import prod

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_product(digits, parts) -> int:
    """Over all places to cut, and those lengths only that are allowed."""
    largest = 0
    for cuts in combinations(range(1, len(digits)), parts - 1):
        ends = list(zip((0, *cuts), (*cuts, len(digits)), strict=True))
        if all(end - start <= 3 for start, end in ends):
            largest = max(largest, prod(int(digits[start:end]) for start, end in ends))
    return largest


@up_to(5)
def max_product_digit_split(problem, answer) -> bool:
    texts = [str(part) for part in answer]
    if len(texts) != problem.parts or "".join(texts) != problem.digits or any(len(text) > 3 for text in texts):
        return False
    return prod(answer) == _largest_product(problem.digits, problem.parts)
