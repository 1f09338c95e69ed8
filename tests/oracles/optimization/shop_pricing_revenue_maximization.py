"""Independent judge of envs/optimization/shop_pricing_revenue_maximization.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(n, customers) -> int:
    """Over all ways to price the shops with limits of customers: raised to the next limit, a price loses no one."""
    limits = np.unique([limit for _, _, limit in customers])
    prices = np.array(np.meshgrid(*[limits] * n, indexing="ij")).reshape(n, -1)
    revenue = np.zeros(prices.shape[1], dtype=int)
    for first, last, limit in customers:
        paid = prices[first : last + 1].min(axis=0)
        revenue += np.where(paid <= limit, paid, 0)
    return int(revenue.max())


@up_to(5)
def shop_pricing_revenue_maximization(problem, answer) -> bool:
    if len(answer) != problem.n or min(answer) < 1:
        return False
    paid = [(min(answer[shop] for shop in range(first, last + 1)), limit) for first, last, limit in problem.customers]
    return sum(price for price, limit in paid if price <= limit) == _most(problem.n, problem.customers)
