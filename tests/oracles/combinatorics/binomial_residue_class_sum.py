"""Independent judge of envs/combinatorics/binomial_residue_class_sum.py."""

from math import comb

from rlve.authoring.gate import up_to


@up_to(10)
def binomial_residue_class_sum(problem, answer) -> bool:
    """The terms one by one, in exact integers."""
    sizes = [size for size in range(problem.least, problem.n + 1) if size % problem.divisor == problem.remainder]
    return answer == sum(comb(problem.n, size) * problem.factor**size for size in sizes) % 10007
