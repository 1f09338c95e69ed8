"""Independent judge of envs/strings/common_substring_occurrence_pairs.py."""

from collections import Counter

from rlve.authoring.gate import up_to


@up_to(10)
def common_substring_occurrence_pairs(problem, answer) -> bool:
    """How often each substring occurs in either."""
    first, second = (
        Counter(text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)) for text in problem.strings
    )
    return answer == sum(times * second[part] for part, times in first.items())
