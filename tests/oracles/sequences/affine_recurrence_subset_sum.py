"""Independent judge of envs/sequences/affine_recurrence_subset_sum.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def affine_recurrence_subset_sum(problem, answer) -> bool:
    """The terms by their closed form: A^i F(0) + B (1 + A + ... + A^(i-1))."""
    a, b = problem.factor, problem.step
    if not set(answer) <= set(range(1, problem.n + 1)):
        return False
    return problem.total == sum(a**i * problem.first + b * sum(a**j for j in range(i)) for i in set(answer))
