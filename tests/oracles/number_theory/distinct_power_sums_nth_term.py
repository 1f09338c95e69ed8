"""Independent judge of envs/number_theory/distinct_power_sums_nth_term.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sums_of_different_powers(base, missing, count) -> list[int]:
    powers = [base**i for i in range(count + len(missing)) if i not in missing]
    return sorted(sum(chosen) for size in range(1, len(powers) + 1) for chosen in combinations(powers, size))


@up_to(7)
def distinct_power_sums_nth_term(problem, answer) -> bool:
    terms = _sums_of_different_powers(problem.base, problem.missing, max(problem.numbers).bit_length())
    return answer == tuple(terms[number - 1] for number in problem.numbers)
