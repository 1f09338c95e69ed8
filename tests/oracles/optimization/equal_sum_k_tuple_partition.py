"""Independent judge of envs/optimization/equal_sum_k_tuple_partition.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def equal_sum_k_tuple_partition(problem, answer) -> bool:
    """Fill the groups, then look at each; that they can be filled is shown by the planted solution."""
    groups = [[number] for number in problem.first]
    if len(answer) != len(problem.numbers) or not set(answer) <= set(range(len(groups))):
        return False
    for number, group in zip(problem.numbers, answer, strict=True):
        groups[group].append(number)
    return all(len(group) == problem.size and sum(group) == problem.total for group in groups)
