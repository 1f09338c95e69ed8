"""Build warehouses on a slope so that building them and moving products downhill costs least."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class DownhillWarehousePlacement(OptimizationEnvironment):
    """Warehouses at some of N factories, for the least cost of building and transport.

    Four factories at first, nine at level 3, from there on a tenth more, and one, with each level; then their numbers are nearly
    equal, and the last ones may have no products. Building everywhere and leaving out what costs most, again and again, is not
    best. Reward: (least cost / cost)^30.
    """

    factories: Sequence[Sequence[int]]

    paper_name = "WarehouseConstruction"
    max_level = 24
    goal = "minimum"
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        small = n < 9
        gaps, products, price = ((1, 2), (1, 4), (1, 9)) if small else ((3, 6), (7, 10), (120, 180))
        places = accumulate([rng.randint(*gaps) for _ in range(n - 1)], initial=0)
        empty = 0 if small else rng.randint(0, 2)
        counts = [rng.randint(*products) for _ in range(n - empty)] + [0] * empty
        return cls([(place, count, rng.randint(*price)) for place, count in zip(places, counts, strict=True)])

    def statement(self) -> str:
        return (
            f"Here are {len(self.factories)} factories along a slope, from top to bottom, one a line as: number: "
            f"distance-from-top products cost\n{numbered_rows(self.factories)}\n"
            "Build warehouses at some of them, each at its cost. All products of a factory without a warehouse go to the nearest "
            "warehouse further down; each product costs 1 for each unit of distance. No factory with products may be left "
            "without a warehouse, its own or one further down. Make the total cost as small as possible. Give the factories with "
            "a warehouse."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.factories)
        return IntegerSet(min_length=1, max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """For each factory the least cost up to it, with its warehouse the last one so far, by where the one before it is."""
        products = [0, *accumulate([count for _, count, _ in self.factories])]
        moments = [0, *accumulate([place * count for place, count, _ in self.factories])]
        best = [(0, -1)]
        for i, (place, _, price) in enumerate(self.factories):
            way = [
                (cost + (products[i] - products[before]) * place - moments[i] + moments[before], before)
                for before, (cost, _) in enumerate(best)
            ]
            cost, before = min(way)
            best.append((cost + price, before))
        place = min(range(self._last() + 1, len(best)), key=lambda i: best[i][0])
        chosen = []
        while place > 0:
            chosen.append(place - 1)
            place = best[place][1]
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        cost, below = 0, -1
        for i in range(len(self.factories) - 1, -1, -1):
            place, products, price = self.factories[i]
            if i in answer:
                cost, below = cost + price, place
            elif products:
                if below < 0:
                    raise Infeasible(f"factory {i} has products but no warehouse here or below")
                cost += products * (below - place)
        return cost

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._least_useful_out()] if len(self.factories) > 8 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Downhill, a warehouse is built where the way of what comes by to the next factory would cost more."""
        last = self._last()
        chosen, carried = [last], 0
        for i, ((place, count, price), (below, _, _)) in enumerate(pairwise(self.factories[: last + 1])):
            carried += count
            if carried * (below - place) > price:
                chosen.append(i)
                carried = 0
        return {
            "built where the next way costs more": chosen,
            "least useful out": self._least_useful_out(),
            "most useful in": self._most_useful_in(),
        }

    def _last(self) -> int:
        """The last factory with products."""
        return max([i for i, (_, count, _) in enumerate(self.factories) if count])

    def _most_useful_in(self) -> list[int]:
        """From one warehouse at the last factory with products, always the one that saves most is added."""
        chosen = [self._last()]
        while others := [i for i in range(len(self.factories)) if i not in chosen]:
            more = min([[*chosen, i] for i in others], key=self.objective)
            if self.objective(more) >= self.objective(chosen):
                break
            chosen = more
        return chosen

    def _least_useful_out(self) -> list[int]:
        """From warehouses everywhere, always the one that saves most is left out."""
        products = [0, *accumulate([count for _, count, _ in self.factories])]
        chosen = list(range(len(self.factories)))
        while True:
            savings = []
            for before, i, after in zip([-1, *chosen], chosen, [*chosen[1:], None], strict=False):
                place, _, price = self.factories[i]
                moved = products[i + 1] - products[before + 1]
                if after is not None:
                    savings.append((price - moved * (self.factories[after][0] - place), i))
                elif not moved:
                    savings.append((price, i))
            saving, i = max(savings, default=(0, 0))
            if saving <= 0:
                return chosen
            chosen.remove(i)
