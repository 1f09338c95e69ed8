"""Independent judge of envs/trees/binary_string_type_tree_postorder.py."""

from rlve.authoring.gate import up_to


def _letters(bits: str) -> str:
    """By recursion: a part is of one kind where the sum of its bits is 0 or its length."""
    if len(bits) == 1:
        return ""
    kind = {0: "B", len(bits): "I"}.get(sum(map(int, bits)), "F")
    return _letters(bits[: len(bits) // 2]) + _letters(bits[len(bits) // 2 :]) + kind


@up_to(16)
def binary_string_type_tree_postorder(problem, answer) -> bool:
    return answer == _letters(problem.bits)
