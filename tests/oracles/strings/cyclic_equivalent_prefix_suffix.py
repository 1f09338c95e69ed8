"""Independent judge of envs/strings/cyclic_equivalent_prefix_suffix.py."""

from collections import deque

from rlve.authoring.gate import up_to


def _alike(text, size) -> bool:
    """One rotation after the other."""
    first, last = deque(text[:size]), deque(text[-size:] if size else "")
    for _ in range(size):
        if first == last:
            return True
        first.rotate()
    return first == last


@up_to(10)
def cyclic_equivalent_prefix_suffix(problem, answer) -> bool:
    return answer == max(size for size in range(len(problem.text) // 2 + 1) if _alike(problem.text, size))
