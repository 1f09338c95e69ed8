"""Independent judge of envs/number_theory/numbers_with_palindromic_substring_count.py."""

from functools import cache, lru_cache

from rlve.authoring.gate import up_to


@cache
def _has_palindrome(n) -> bool:
    """All substrings of two and more digits."""
    text = str(n)
    parts = (text[i:j] for i in range(len(text)) for j in range(i + 2, len(text) + 1))
    return any(part == part[::-1] for part in parts)


@lru_cache(maxsize=1000)
def _good_integers(low, high) -> int:
    return sum(_has_palindrome(n) for n in range(low, high + 1))


@up_to(6)
def numbers_with_palindromic_substring_count(problem, answer) -> bool:
    return answer == _good_integers(problem.low, problem.high)
