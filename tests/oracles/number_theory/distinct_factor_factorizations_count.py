"""Independent judge of envs/number_theory/distinct_factor_factorizations_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10000)
def _ascending_products(n, least) -> list[tuple[int, ...]]:
    """The products of ascending factors, each at least `least`, that make n; n alone is one of them."""
    products = [(n,)] if n >= least else []
    for k in range(least, n // 2 + 1):
        if n % k == 0 and n // k > k:
            products += [(k, *rest) for rest in _ascending_products(n // k, k + 1)]
    return products


@up_to(8)
def distinct_factor_factorizations_count(problem, answer) -> bool:
    barred = set(problem.barred)
    allowed = ([p for p in _ascending_products(n, 2) if len(p) > 1 and not barred & set(p)] for n in problem.integers)
    return answer == tuple(map(len, allowed))
