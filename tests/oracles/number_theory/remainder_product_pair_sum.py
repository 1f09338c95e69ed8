"""Independent judge of envs/number_theory/remainder_product_pair_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum(n, m, n_divisors, m_divisors) -> int:
    return sum((n % i) * (m % j) for i in range(1, n_divisors + 1) for j in range(1, m_divisors + 1) if i != j)


@up_to(9)
def remainder_product_pair_sum(problem, answer) -> bool:
    return answer == _sum(problem.n, problem.m, problem.n_divisors, problem.m_divisors)
