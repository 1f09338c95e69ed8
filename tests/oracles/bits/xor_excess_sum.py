"""Independent judge of envs/bits/xor_excess_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum_of_excesses(xs, ys, bound) -> int:
    return sum(max((x ^ y) - bound, 0) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(9)
def xor_excess_sum(problem, answer) -> bool:
    return answer == _sum_of_excesses(problem.xs, problem.ys, problem.bound)
