"""Independent judge of envs/strings/shortest_absent_binary_string.py."""

from functools import lru_cache
from itertools import count, product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _first_absent(text) -> str:
    """Search the text for every string, shortest and alphabetically first ones first."""
    words = ("".join(letters) for length in count(1) for letters in product("ab", repeat=length))
    return next(word for word in words if word not in text)


@up_to(10)
def shortest_absent_binary_string(problem, answer) -> bool:
    return answer == _first_absent(problem.text)
