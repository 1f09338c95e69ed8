"""Independent judge of envs/number_theory/distinct_prefix_sums_permutation.py."""

from rlve.authoring.gate import up_to

from ._shared import with_gaps_filled


@up_to(10)
def distinct_prefix_sums_permutation(problem, answer) -> bool:
    row = with_gaps_filled(problem.entries, answer)
    n = len(row)
    remainders = {sum(row[: k + 1]) % n for k in range(n)}
    return sorted(row) == list(range(1, n + 1)) and sorted(remainders) == list(range(n))
