"""Independent judge of envs/combinatorics/bounded_jump_permutation_counting.py."""

from collections import Counter
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _rows(numbers, first, most) -> int:
    """Beginnings of rows, from left to right, by the numbers they hold and the last of them."""
    begun = Counter({(frozenset([first]), first): 1})
    for _ in numbers[1:]:
        longer = Counter()
        for (held, last), count in begun.items():
            for number in numbers:
                if number not in held and abs(number - last) <= most:
                    longer[held | {number}, number] += count
        begun = longer
    return sum(begun.values())


@up_to(6)
def bounded_jump_permutation_counting(problem, answer) -> bool:
    return answer == _rows(problem.numbers, problem.first, problem.most)
