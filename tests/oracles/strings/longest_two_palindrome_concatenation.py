"""Independent judge of envs/strings/longest_two_palindrome_concatenation.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _longest(text) -> int:
    """Try every cut of every substring, the longest first."""
    n = len(text)
    palindromes = {(i, j) for i in range(n) for j in range(i + 1, n + 1) if text[i:j] == text[i:j][::-1]}
    return next(
        size
        for size in range(n, 1, -1)
        for i in range(n - size + 1)
        for cut in range(i + 1, i + size)
        if (i, cut) in palindromes and (cut, i + size) in palindromes
    )


@up_to(8)
def longest_two_palindrome_concatenation(problem, answer) -> bool:
    start, cut, last = answer
    first, second = problem.text[start:cut], problem.text[cut : last + 1]
    if not first or not second or first != first[::-1] or second != second[::-1]:
        return False
    return last + 1 - start == _longest(problem.text)
