"""Independent judge of envs/optimization/subset_sum.py."""

from rlve.authoring.gate import up_to


@up_to(20)
def subset_sum(problem, answer) -> bool:
    """What the target leaves when the chosen integers are taken away one by one."""
    left, numbers = problem.target, dict(enumerate(problem.numbers))
    for position in answer:
        if position not in numbers:
            return False
        left -= numbers.pop(position)
    return bool(answer) and left == 0
