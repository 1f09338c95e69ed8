"""Price the goods of shops in a row for the most revenue."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.text import numbered_rows


class ShopPricingRevenueMaximization(OptimizationEnvironment):
    """Prices of N shops for the most revenue from customers, each of whom buys at the cheapest of neighbouring shops.

    Two shops and three customers at first; one or two more customers with each level, and one more shop with every other. From
    level 3 on (four shops) it is not best to price each shop by itself and then to mend one after the other.
    Reward: (revenue / most revenue)^10.
    """

    n: int
    customers: Sequence[tuple[int, int, int]]  # first shop, last shop, limit

    paper_name = "MYJ"
    max_level = 22
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 + (level + 1) // 2, "customers": 3 + level + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, customers: int) -> Self:
        found = []
        for _ in range(customers):
            first, last = sorted(rng.choices(range(n), k=2))
            found.append((first, last, rng.randint(1, 9 + 3 * (n - 2))))
        return cls(n, found)

    def statement(self) -> str:
        return (
            f"The shops 0 to {self.n - 1} stand in a row. Here are {len(self.customers)} customers, one a line as: number: first "
            f"last limit\n{numbered_rows(self.customers)}\n"
            f"Each shop has a price, an integer from 1 to {self._highest()}. A customer looks at the shops from first to last, "
            "both included, and pays the lowest of their prices if it is at most the limit, else nothing. Make the sum of what "
            "the customers pay as large as possible. Give the prices, that of shop 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.n, low=1, high=self._highest())

    def _highest(self) -> int:
        return max([limit for _, _, limit in self.customers])

    def solve(self) -> list[int]:
        """For each range of shops and each limit the most revenue from customers who look only there, at prices from it up.

        The lowest price of a range is a limit, too; on either side of its shop there is a range with prices from it up.
        """
        limits = sorted({limit for _, _, limit in self.customers})
        best = {(start, start): [(0, -1, 0)] * len(limits) for start in range(self.n + 1)}  # revenue, shop, index of its price
        for width in range(1, self.n + 1):
            for start in range(self.n - width + 1):
                end = start + width
                inside = [customer for customer in self.customers if start <= customer[0] and customer[1] < end]
                splits = []
                for shop in range(start, end):
                    seen = [limit for first, last, limit in inside if first <= shop <= last]
                    splits.append((shop, best[start, shop], best[shop + 1, end], seen))
                top, row = (0, -1, 0), []
                for i in range(len(limits) - 1, -1, -1):
                    price = limits[i]
                    for shop, left, right, seen in splits:
                        revenue = left[i][0] + right[i][0] + price * sum([price <= limit for limit in seen])
                        if revenue > top[0]:
                            top = (revenue, shop, i)
                    row.append(top)
                best[start, end] = row[::-1]
        prices, ranges = [limits[-1]] * self.n, [(0, self.n, 0)]
        for start, end, least in ranges:
            _, shop, i = best[start, end][least]
            if shop >= 0:
                prices[shop] = limits[i]
                ranges += [(start, shop, i), (shop + 1, end, i)]
        return prices

    def objective(self, answer: Sequence[int], /) -> int:
        revenue = 0
        for first, last, limit in self.customers:
            price = min(answer[first : last + 1])
            if price <= limit:
                revenue += price
        return revenue

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._mended(self._alone())] if self.n > 3 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        one = max([[limit] * self.n for _, _, limit in self.customers], key=self.objective)
        return {
            "one price": one,
            "one price, mended shop by shop": self._mended(one),
            "each shop by itself": self._alone(),
            "each shop by itself, mended shop by shop": self._mended(self._alone()),
            "the highest price, mended shop by shop": self._mended([self._highest()] * self.n),
        }

    def _alone(self) -> list[int]:
        """For each shop its best price if all who look at it bought nowhere else."""
        prices = []
        for shop in range(self.n):
            seen = [limit for first, last, limit in self.customers if first <= shop <= last]
            paid = [(price * sum([price <= limit for limit in seen]), price) for price in seen]
            prices.append(max(paid)[1] if paid else self._highest())
        return prices

    def _mended(self, prices: Sequence[int]) -> list[int]:
        """Shop by shop the best price, the others being as they are."""
        limits, prices = sorted({limit for _, _, limit in self.customers}), list(prices)
        for shop in range(self.n):
            prices = max([[*prices[:shop], limit, *prices[shop + 1 :]] for limit in limits], key=self.objective)
        return prices
