"""Independent judge of envs/strings/post_correspondence_permutation.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def post_correspondence_permutation(problem, answer) -> bool:
    """Lay the pairs one after the other; what one row has more than the other must start with what comes next."""
    if sorted(answer) != list(range(len(problem.left))):
        return False
    above, below = "", ""
    for i in answer:
        above, below = above + problem.left[i], below + problem.right[i]
        matched = min(len(above), len(below))
        if above[:matched] != below[:matched]:
            return False
        above, below = above[matched:], below[matched:]
    return above == below == ""
