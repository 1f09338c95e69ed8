"""Independent judge of envs/strings/rotated_string_doubling_character.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _letters(text, positions) -> str:
    """Write the string out."""
    while len(text) <= max(positions):
        text += text[-1] + text[:-1]
    return "".join(text[position] for position in positions)


@up_to(10)
def rotated_string_doubling_character(problem, answer) -> bool:
    return answer == _letters(problem.text, problem.positions)
