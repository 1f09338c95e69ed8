"""Independent judge of envs/number_theory/bounded_linear_diophantine_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _solutions_in_box(a, b, c, xs, ys) -> int:
    return sum(a * x + b * y == c for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(5)
def bounded_linear_diophantine_counting(problem, answer) -> bool:
    return answer == tuple(_solutions_in_box(problem.a, problem.b, c, problem.xs, problem.ys) for c in problem.cs)
