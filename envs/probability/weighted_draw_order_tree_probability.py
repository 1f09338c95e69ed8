"""Find the probability that a random order by weights keeps a tree of conditions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction as Rational
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows, rows
from rlve.envs.toolkit.trees import from_root, neighbours


class WeightedDrawOrderTreeProbability(Environment):
    """The probability that items drawn by their weights come up first in an order that keeps N - 1 conditions, a tree's edges.

    Three items with weights up to 4 at first, four from level 2 on, then one more with every other level; the largest weight
    grows by one with each level. From level 3 on an item has two weights, either of which it may turn out to have (three for all
    items in the paper), one more again with every fourth level. From four items on, one has to come after two others, so that the
    shares of the weights in subtrees are not enough. Reward: exact.
    """

    weights: Sequence[Sequence[int]]
    before: Sequence[tuple[int, int]]

    paper_name = "MoneyChargingGame"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((3, 3, 4, 4), level) + max(0, level - 3) // 2, "largest": 4 + level, "unsettled": (level + 1) // 4}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, unsettled: int) -> Self:
        weights = [[rng.randint(1, largest)] for _ in range(n)]
        for item in rng.sample(range(n), unsettled):
            weights[item] = sorted(rng.sample(range(1, largest + 1), 2))
        label = rng.sample(range(n), n)
        pairs = [(label[rng.randrange(new)], label[new]) for new in range(1, n)]
        return cls(weights=weights, before=[pair[:: rng.choice((1, -1))] for pair in rng.sample(pairs, n - 1)])

    def acceptable(self) -> bool:
        return len(self.weights) == 3 or len({v for _, v in self.before}) < len(self.before)

    def statement(self) -> str:
        last = len(self.weights) - 1
        if all(len(some) == 1 for some in self.weights):
            first = [weight for weight, *_ in self.weights]
            weights = f"The items 0 to {last} have these weights, in this order:\n{' '.join(map(str, first))}\n"
        else:
            weights = (
                f"The items 0 to {last} have these weights, one item a line as: item: weight\n{numbered_rows(self.weights)}\n"
                "Where two weights are given, the item has either of them with probability 1/2, independently of other items, "
                "and keeps it. "
            )
        return (
            f"{weights}Items are drawn again and again, with replacement, each with a probability proportional to its weight, "
            "until each was drawn at least once. Here are pairs of items, one a line as: u v\n"
            f"{rows(self.before)}\n"
            "What is the probability that, for all these pairs, u is drawn for the first time before v is?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """Where all conditions point away from item 0, each item has to come first in its subtree. A condition that points to
        item 0 is none, less the opposite one; without one, the part beyond falls off. sums: shares by the weight of a subtree.
        """
        ahead = set(self.before)
        order, parent = from_root(neighbours(len(self.weights), self.before), 0)
        sums = [{weight: Rational(weight, len(some)) for weight in some} for some in self.weights]
        for item in order[:0:-1]:
            up = parent[item]
            along = (up, item) in ahead
            first = {whole: share / whole for whole, share in sums[item].items()}
            alone = sum(first.values())
            joined = {} if along else {whole: share * alone for whole, share in sums[up].items()}
            for whole, share in sums[up].items():
                for below, part in first.items():
                    both = share * part if along else -share * part
                    joined[whole + below] = joined.get(whole + below, 0) + both
            sums[up] = joined
        return sum([share / whole for whole, share in sums[0].items()], Rational(0))

    def rules(self) -> Mapping[str, Rational]:
        mean = [Rational(sum(some), len(some)) for some in self.weights]
        firsts = {u for u, _ in self.before} - {v for _, v in self.before}
        later = Rational(1)
        for item in range(len(mean)):
            below = [v for u, v in self.before if u == item]
            later *= mean[item] / (mean[item] + sum([mean[v] for v in below]))
        return {
            "each pair by itself": Rational(prod([mean[u] / (mean[u] + mean[v]) for u, v in self.before])),
            "each item before those just after it": later,
            "as many of all orders": Rational(1, 2 ** len(self.before)),
            "the first ones first": sum([mean[u] for u in firsts], Rational(0)) / sum(mean),
        }
