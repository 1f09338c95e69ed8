"""Serve as many customers as possible from a stock that grows day by day."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappush, heappushpop
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class WarehouseMaxSatisfiedCustomers(OptimizationEnvironment):
    """As many of the customers of N days as the stock allows; a tenth more days, and one, with each level.

    Four days at first. From level 3 on less arrives and less is wanted in the second half, and serving
    everybody whom the stock allows is not best. Reward: (customers served / most customers)^10.
    """

    days: Sequence[Sequence[int]]

    paper_name = "HURWarehouseStore"
    exemptions = {"simple-rule": "the smallest wishes first, each if all stay served, is an exact algorithm"}
    max_level = 25
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 6, 8), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 8:
            return cls(days=[(rng.randint(0, 5), rng.randint(1, 9)) for _ in range(n)])
        early = [(rng.randint(6, 12), rng.randint(3, 20)) for _ in range(n // 2)]
        return cls(days=[*early, *[(rng.randint(0, 4), rng.randint(2, 12)) for _ in range(n - n // 2)]])

    def acceptable(self) -> bool:
        """Some customer can be served."""
        stocks = accumulate([arriving for arriving, _ in self.days])
        return any(wanted <= stock for stock, (_, wanted) in zip(stocks, self.days, strict=True))

    def statement(self) -> str:
        return (
            f"A store is empty at first. Here are {len(self.days)} days, one a line as: number: arriving wanted\n"
            f"{numbered_rows(self.days)}\n"
            "Each day the arriving items are added to the stock, then a customer wants the wanted number of items, all or none. "
            "A customer who is served takes them from the stock: so many must be there. Serve as many customers as possible and "
            "turn away the others. Give the days of those served."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.days)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """Serve everybody; whenever the stock falls short, the largest customer so far is turned away after all."""
        served: list[tuple[int, int]] = []  # (-wanted, day)
        stock = 0
        for day, (arriving, wanted) in enumerate(self.days):
            stock += arriving
            if wanted <= stock:
                stock -= wanted
                heappush(served, (-wanted, day))
            else:
                stock -= wanted + heappushpop(served, (-wanted, day))[0]
        return [day for _, day in served]

    def objective(self, answer: Sequence[int], /) -> int:
        stock = 0
        for day, (arriving, wanted) in enumerate(self.days):
            stock += arriving
            if day in answer:
                stock -= wanted
                if stock < 0:
                    raise Infeasible(f"on day {day} the stock falls short")
        return len(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._served(max([wanted for _, wanted in self.days]))] if len(self.days) > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        wishes = sorted([wanted for _, wanted in self.days])
        return {
            "whenever possible": self._served(wishes[-1]),
            "whenever possible, but for the largest wish": self._served(wishes[-2]),
            "whenever possible, the smaller half of the wishes": self._served(wishes[len(wishes) // 2]),
        }

    def _served(self, most: int) -> list[int]:
        """The days on which a customer is served when everybody is who wants no more than that, if possible."""
        chosen, stock = [], 0
        for day, (arriving, wanted) in enumerate(self.days):
            stock += arriving
            if wanted <= min(stock, most):
                chosen.append(day)
                stock -= wanted
        return chosen
