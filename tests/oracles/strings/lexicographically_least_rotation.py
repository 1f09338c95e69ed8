"""Independent judge of envs/strings/lexicographically_least_rotation.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def lexicographically_least_rotation(problem, answer) -> bool:
    """Write out every rotation."""
    rotations = {problem.text[i:] + problem.text[:i] for i in range(len(problem.text))}
    return answer in rotations and all(answer <= other for other in rotations)
