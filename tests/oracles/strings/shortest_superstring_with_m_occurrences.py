"""Independent judge of envs/strings/shortest_superstring_with_m_occurrences.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_length(strings, occurrences) -> int:
    """Letter by letter: by the last letters, as many as can matter, the most occurrences so far."""
    kept = max(map(len, strings)) - 1
    most, length = {"": 0}, 0
    while max(most.values()) < occurrences:
        length += 1
        after = {}
        for end, count in most.items():
            for text in (end + "a", end + "b"):
                more = count + sum(text.endswith(string) for string in strings)
                after[text[-kept:]] = max(after.get(text[-kept:], 0), more)
        most = after
    return length


@up_to(2)
def shortest_superstring_with_m_occurrences(problem, answer) -> bool:
    return answer == _least_length(problem.strings, problem.occurrences)
