"""Order pairs so that no product of first numbers, divided by the next second number, becomes large."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Permutation, grow
from rlve.envs.toolkit.text import numbered_rows


class MinMaxPrefixProductRatioOrder(OptimizationEnvironment):
    """Order N pairs for the least maximum of (product of the first numbers before) / (own second number), rounded down; a tenth
    more pairs, and one, with each level.

    Three pairs at first. A third of the first numbers are 1, the others up to 4; the second numbers are such that every place
    counts. From level 3 on neither sums nor first numbers give the order. Reward: (least cost / cost)^5.
    """

    start: int
    pairs: Sequence[Sequence[int]]

    paper_name = "KingSorting"
    max_level = 12
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        pairs, product = [], rng.randint(3, 3 * n)
        for _ in range(n):
            first = rng.choice((1, rng.randint(2, 4), rng.randint(2, 4)))
            least = -(-product // first)  # so that the products of the pairs ascend
            pairs.append((first, rng.randint(least, max(least, product * 6 // 5))))
            product = first * pairs[-1][1]
        return cls(start=rng.randint(10 * n, 20 * n), pairs=rng.sample(pairs, n))

    def statement(self) -> str:
        return (
            f"Here are {len(self.pairs)} pairs, one a line as: number: x y\n{numbered_rows(self.pairs)}\n"
            f"Put them in an order. Each pair costs P divided by its y, rounded down, where P is the product of {self.start} and "
            "the x of all pairs before it. Make the largest of the costs as small as possible. Give the order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.pairs))

    def solve(self) -> list[int]:
        """By x * y. Of two neighbours after a product P the second costs P x / y', P x y / (x' y') with the other one first:
        with the smaller x y first the larger of their costs is not more, and the others cost the same.
        """
        return sorted(range(len(self.pairs)), key=lambda pair: self.pairs[pair][0] * self.pairs[pair][1])

    def objective(self, answer: Sequence[int], /) -> int:
        largest, product = 0, self.start
        for pair in answer:
            x, y = self.pairs[pair]
            largest = max(largest, product // y)
            product *= x
        return largest

    def guesses(self) -> Iterable[Sequence[int]]:
        order = range(len(self.pairs))
        orders = [sorted(order, key=lambda pair: sum(self.pairs[pair])), sorted(order, key=self.pairs.__getitem__)]
        return orders if len(order) > 5 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        keys: dict[str, Callable[[int, int], object]] = {
            "by x + y": lambda x, y: x + y,
            "by x": lambda x, y: (x, y),
            "by y": lambda x, y: (y, x),
            "by y - x": lambda x, y: y - x,
            "by y / x": lambda x, y: y / x,
        }
        order = range(len(self.pairs))
        found = {name: sorted(order, key=lambda pair: key(*self.pairs[pair])) for name, key in keys.items()}  # type: ignore[arg-type]
        return {**found, "best of these": min(found.values(), key=self.objective)}
