"""Independent judge of envs/optimization/different_color_pairing.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def different_color_pairing(problem, answer) -> bool:
    """Take the pearls of the pairs out of the box, one pair after the other."""
    box = list(problem.counts)
    if len(answer) % 2:
        return False
    for first, second in zip(answer[::2], answer[1::2], strict=True):
        if first == second or not {first, second} <= set(range(len(box))):
            return False
        box[first] -= 1
        box[second] -= 1
    return set(box) == {0}
