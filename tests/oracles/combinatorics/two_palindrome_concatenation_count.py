"""Independent judge of envs/combinatorics/two_palindrome_concatenation_count.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _strings(pattern, letters) -> int:
    """For each place to cut, the two palindromes are chosen by their halves; strings are put into one set."""
    found = set()
    for cut in range(1, len(pattern)):
        mirror = [cut - 1 - i if i < cut else cut + len(pattern) - 1 - i for i in range(len(pattern))]
        allowed = []
        for i, j in enumerate(mirror):
            if i <= j:
                given = {pattern[i], pattern[j]} - {"?"}
                allowed.append(("abcdefgh"[:letters] if not given else "".join(given) if len(given) == 1 else "", i, j))
        for chosen in product(*(symbols for symbols, _, _ in allowed)):
            text = [""] * len(pattern)
            for symbol, (_, i, j) in zip(chosen, allowed, strict=True):
                text[i] = text[j] = symbol
            found.add("".join(text))
    return len(found)


@up_to(8)
def two_palindrome_concatenation_count(problem, answer) -> bool:
    return answer == _strings(problem.pattern, problem.letters)
