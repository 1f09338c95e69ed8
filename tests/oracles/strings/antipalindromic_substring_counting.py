"""Independent judge of envs/strings/antipalindromic_substring_counting.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def antipalindromic_substring_counting(problem, answer) -> bool:
    """Change each bit of every substring and read it backwards."""
    text = problem.text
    parts = [text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)]
    return answer == sum(part[::-1] == "".join(str(1 - int(bit)) for bit in part) for part in parts)
