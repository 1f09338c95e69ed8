"""Independent judge of envs/strings/string_block_rearrangement.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def string_block_rearrangement(problem, answer) -> bool:
    """Copy letter after letter, each block up to the first letter of another one."""
    if len(answer) != problem.blocks or len(set(answer)) != problem.blocks:
        return False
    copied = ""
    for start in answer:
        place = start
        while place < len(problem.source) and (place == start or place not in answer):
            copied += problem.source[place]
            place += 1
    return copied == problem.target and 0 in answer
