"""Independent judge of envs/number_theory/doubling_subtraction_step_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=20000)
def _steps(a, b) -> int:
    """One step after the other, until a pair comes a second time."""
    seen, count = set(), 0
    while a != b:
        if (a, b) in seen:
            return 0
        seen.add((a, b))
        a, b = (a - b, 2 * b) if a > b else (2 * a, b - a)
        count += 1
    return count


@lru_cache(maxsize=1000)
def _step_sum(pairs, a_range, b_range) -> int:
    if not pairs:
        pairs = [(a, b) for a in range(a_range[0], a_range[1] + 1) for b in range(b_range[0], b_range[1] + 1)]
    return sum(_steps(a, b) for a, b in pairs)


@up_to(5)
def doubling_subtraction_step_sum(problem, answer) -> bool:
    return answer == _step_sum(problem.pairs, problem.a_range, problem.b_range)
