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

    Four days at first, ten at level 3. From there on most is wanted in the middle and little arrives at the end: then neither
    serving everybody whom the stock allows, from the first day or from the last, nor the smallest wishes of all is best.
    Reward: (customers served / most customers)^10.
    """

    days: Sequence[Sequence[int]]

    paper_name = "HURWarehouseStore"
    exemptions = {"simple-rule": "the smallest wishes first, each if all stay served, is an exact algorithm"}
    max_level = 25
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 6, 8, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        phases = [(n, (0, 5), (1, 9))]
        if n > 9:
            early, middle = rng.randint(n // 3, n // 2), n // 4
            phases = [(early, (3, 6), (4, 7)), (middle, (4, 11), (8, 14)), (n - early - middle, (0, 1), (3, 8))]
        arriving = [rng.randint(*items) for count, items, _ in phases for _ in range(count)]
        wanted = [rng.randint(*items) for count, _, items in phases for _ in range(count)]
        i, j = rng.sample(range(n), 2)  # not all large wishes are in the middle
        wanted[i], wanted[j] = wanted[j], wanted[i]
        return cls([*zip(arriving, wanted, strict=True)])

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
        """In turn, from the last, and the smallest wishes that all items together would do for."""
        if len(self.days) < 10:
            return []
        numbers = range(len(self.days))
        smallest = sorted(numbers, key=lambda day: self.days[day][1])
        wishes = accumulate([self.days[day][1] for day in smallest])
        items = sum([arriving for arriving, _ in self.days])
        enough = [day for day, wanted in zip(smallest, wishes, strict=True) if wanted <= items]
        return [self._in_turn(numbers), self._in_turn(numbers[::-1]), enough]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Whenever possible, from the first day or from the last, who wants no more than that."""
        numbers, wishes = range(len(self.days)), sorted([wanted for _, wanted in self.days])
        found = {}
        for name, most in (("all", wishes[-1]), ("all but the largest", wishes[-2]), ("smaller half", wishes[len(wishes) // 2])):
            days = [day for day in numbers if self.days[day][1] <= most]
            found |= {f"{name}, from the first": self._in_turn(days), f"{name}, from the last": self._in_turn(days[::-1])}
        return found

    def _in_turn(self, order: Iterable[int]) -> list[int]:
        """One day after the other in some order, if all that are served by then stay served."""
        chosen, spare = [], [*accumulate([arriving for arriving, _ in self.days])]
        for day in order:
            wanted = self.days[day][1]
            if wanted <= min(spare[day:]):
                chosen.append(day)
                spare[day:] = [items - wanted for items in spare[day:]]
        return chosen
