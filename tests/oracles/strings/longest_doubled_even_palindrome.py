"""Independent judge of envs/strings/longest_doubled_even_palindrome.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _places(text) -> set[tuple[int, int]]:
    """Lay A B A B over every place, for every A there."""
    fits = {
        (i, i + 4 * size - 1)
        for i in range(len(text))
        for size in range(1, (len(text) - i) // 4 + 1)
        if text.startswith(2 * (text[i : i + size] + text[i : i + size][::-1]), i)
    }
    longest = max(last - first for first, last in fits)
    return {(first, last) for first, last in fits if last - first == longest}


@up_to(10)
def longest_doubled_even_palindrome(problem, answer) -> bool:
    return tuple(answer) in _places(problem.text)
