"""Independent judge of envs/strings/max_length_times_count_palindrome.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _value(text, block) -> int:
    """Lay the block on every place."""
    return len(block) * sum(text[i : i + len(block)] == block for i in range(len(text)))


@lru_cache(maxsize=1000)
def _best(text) -> int:
    blocks = {text[i:j] for j in range(len(text) + 1) for i in range(j)}
    return max(_value(text, block) for block in blocks if block == block[::-1])


@up_to(6)
def max_length_times_count_palindrome(problem, answer) -> bool:
    return answer == answer[::-1] and _value(problem.text, answer) == _best(problem.text)
