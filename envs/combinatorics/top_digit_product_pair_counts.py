"""Add up the largest counts of pairs of integers with given digit products."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product as choices
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class TopDigitProductPairCounts(Environment):
    """The sum of the K largest numbers of pairs (x, y) of N integers with a given digit product of x and one of y.

    N is 4 or 5 at first and grows by one with each level; K is 2 or more. The integers have up to two digits, from level 4 on
    up to three; from level 3 on two or more have a digit 0, and take part in no pair. Reward: exact.
    """

    numbers: Sequence[int]
    top: int

    paper_name = "GoldWashing"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "digits": 2 + (level > 3), "zeros": int(level > 2) * (3 + level // 6)}

    @classmethod
    def draw(cls, rng: Random, n: int, digits: int, zeros: int) -> Self:
        """Groups of equal products, of one to four integers each, and some integers with a digit 0."""
        n, (of_product, without) = rng.randint(n - 1, n), _by_product(digits)
        numbers, groups = rng.sample(without, rng.randint((zeros + 1) // 2, zeros)), 0
        for group in rng.sample(of_product, n):
            size = min(rng.randint(1, 4), len(group), n - len(numbers))
            numbers += rng.sample(group, size)
            groups += size > 0
        rng.shuffle(numbers)
        return cls(numbers=numbers, top=rng.randint(2, max(4, groups * groups // 2)))

    def acceptable(self) -> bool:
        return len(self.numbers) > 5 or (self.reference < 20 and self.top < 6)

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} different integers:\n{' '.join(map(str, self.numbers))}\n"
            "Let f(x) be the product of the decimal digits of x. For integers a >= 1 and b >= 1, equal or not, let g(a, b) be "
            "the number of ordered pairs (x, y) of these integers with f(x) = a and f(y) = b; x = y is allowed. Take the "
            f"{self.top} largest of all values g(a, b), where g(a, b) and g(b, a) are two values if a and b differ. "
            "What is the sum of these values?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """g(a, b) is a product of two counts; equal products are taken together."""
        times = Counter(self._counts)
        values = Counter[int]()
        for v, w in choices(times, repeat=2):
            values[v * w] += times[v] * times[w]
        total, left = 0, self.top
        for value in sorted(values, reverse=True):
            taken = min(left, values[value])
            total, left = total + taken * value, left - taken
        return total

    @property
    def _counts(self) -> list[int]:
        """How many of the integers have each digit product, largest first."""
        products = Counter([prod(map(int, str(x))) for x in self.numbers])
        del products[0]
        return sorted(products.values(), reverse=True)

    def guesses(self) -> Iterable[int]:
        return [self.top, self.top * self._counts[0] ** 2] if len(self.numbers) > 5 else [self.top]

    def rules(self) -> Mapping[str, int]:
        counts = self._counts
        pairs = [v * w for i, v in enumerate(counts) for w in counts[i:]]
        return {
            "as if all were the largest": self.top * counts[0] ** 2,
            "unordered pairs": sum(sorted(pairs, reverse=True)[: self.top]),
            "pairs of equal products alone": sum([count * count for count in counts[: self.top]]),
            "all pairs": sum(counts) ** 2,
        }


@cache
def _by_product(digits: int) -> tuple[list[list[int]], list[int]]:
    """The integers of up to so many digits in groups of equal digit products, at least two each; those with a digit 0."""
    groups: dict[int, list[int]] = {}
    for x in range(1, 10**digits):
        groups.setdefault(prod(map(int, str(x))), []).append(x)
    without = groups.pop(0)
    return [group for group in groups.values() if len(group) > 1], without
