"""Independent judge of envs/strings/kth_semi_balanced_brackets.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


def _balanced(text) -> bool:
    """Remove 01 until nothing changes."""
    while "01" in text:
        text = text.replace("01", "")
    return text == ""


@lru_cache(maxsize=1000)
def _list(start, length) -> list[str]:
    texts = [start + "".join(end) for end in product("01", repeat=length - len(start))]
    return sorted(text for text in texts if any(_balanced(text[:i] + text[i + 1 :]) for i in range(length)))


@up_to(4)
def kth_semi_balanced_brackets(problem, answer) -> bool:
    return problem.start + answer == _list(problem.start, problem.length)[problem.number - 1]
