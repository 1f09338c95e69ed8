"""Independent judge of envs/arithmetic/integers_from_pairwise_sums.py."""

from rlve.authoring.gate import up_to


@up_to(25)
def integers_from_pairwise_sums(problem, answer) -> bool:
    """Crosses one sum after the other off the list."""
    left = list(problem.sums)
    for i, a in enumerate(answer):
        if a < 1 or a in answer[:i]:
            return False
        for b in answer[:i]:
            if a + b not in left:
                return False
            left.remove(a + b)
    return not left
