"""Independent judge of envs/combinatorics/increasing_digit_bounded_bits_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _numbers(base, digits, most) -> int:
    """Write one more digit after another, as long as the number fits."""
    count, stack = 0, [(digit, digit) for digit in digits]
    while stack:
        number, last = stack.pop()
        longer = [(number * base + digit, digit) for digit in digits if digit > last]
        longer = [(number, digit) for number, digit in longer if len(f"{number:b}") <= most]
        count += len(longer)
        stack += longer
    return count


@up_to(6)
def increasing_digit_bounded_bits_counting(problem, answer) -> bool:
    return answer == _numbers(problem.base, problem.digits, problem.most)
