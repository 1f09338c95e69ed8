"""Independent judge of envs/simulation/josephus_elimination_order.py."""

from collections import deque

from rlve.authoring.gate import up_to


@up_to(10)
def josephus_elimination_order(problem, answer) -> bool:
    """Person by person: whoever says less than m goes behind the others."""
    circle, left = deque(problem.circle), []
    while circle:
        for _ in range(problem.m - 1):
            circle.append(circle.popleft())
        left.append(circle.popleft())
    return left == list(answer)
