"""Independent judge of envs/strings/longest_balanced_dominant_substring.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _dominant(part) -> bool:
    pieces = [part[:i] for i in range(1, len(part) + 1)] + [part[i:] for i in range(len(part))]
    return all(piece.count("a") >= piece.count("b") for piece in pieces)


@lru_cache(maxsize=1000)
def _longest(text) -> int:
    """Try every length, the longest first."""
    n = len(text)
    return next(size for size in range(n, 0, -1) if any(_dominant(text[i : i + size]) for i in range(n - size + 1)))


@up_to(8)
def longest_balanced_dominant_substring(problem, answer) -> bool:
    first, last = answer
    return last - first + 1 == _longest(problem.text) and _dominant(problem.text[first : last + 1])
