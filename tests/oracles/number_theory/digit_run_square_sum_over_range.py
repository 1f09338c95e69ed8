"""Independent judge of envs/number_theory/digit_run_square_sum_over_range.py."""

from functools import lru_cache
from itertools import groupby

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _worth_of_runs(low, high) -> int:
    return sum(int(digit) * len(list(run)) ** 2 for x in range(low, high + 1) for digit, run in groupby(str(x)))


@up_to(12)
def digit_run_square_sum_over_range(problem, answer) -> bool:
    return answer == _worth_of_runs(problem.low, problem.high)
