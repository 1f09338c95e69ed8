"""Count the colourings of the tallest tower that black and white blocks allow."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class CountTallestTwoColorTowers(Environment):
    """In how many ways the layers of the tallest tower can be black or white, with so many blocks of each colour.

    The layers have 1 to N blocks and come in a given order; N is 5 at first and one more with each level. There are three fifths
    or more of the blocks for all layers, never all of them. Reward: exact.
    """

    layers: Sequence[int]
    black: int
    white: int

    paper_name = "MonochromeBlockCounting"
    max_level = 34  # 39 layers: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        every = n * (n + 1) // 2
        blocks = rng.randint(3 * every // 5, every - 1)
        black = rng.randint(2 * blocks // 5, 3 * blocks // 5)
        return cls(layers=rng.sample(range(1, n + 1), n), black=black, white=blocks - black)

    def statement(self) -> str:
        return (
            f"A tower is built from {self.black} black and {self.white} white blocks; blocks may be left over. Here are the "
            f"numbers of blocks in its layers, in the order in which they are laid:\n{' '.join(map(str, self.layers))}\n"
            "All blocks of a layer have the same colour. Take as many layers as the blocks are enough for, from the first one on "
            "without leaving one out. In how many ways can these layers be coloured?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Layer after layer, by the black blocks that are used, until no way is left."""
        ways, used = {0: 1}, 0
        for layer in self.layers:
            used += layer
            longer = {black: count for black, count in ways.items() if used - black <= self.white}
            for black, count in ways.items():
                if black + layer <= self.black and used - black - layer <= self.white:
                    longer[black + layer] = longer.get(black + layer, 0) + count
            if not longer:
                break
            ways = longer
        return sum(ways.values())

    def guesses(self) -> Iterable[int]:
        return [1, 2] if len(self.layers) > 6 else []

    def rules(self) -> Mapping[str, int]:
        sums = list(accumulate(self.layers))
        n = sum([some <= self.black + self.white for some in sums])
        left = self.black + self.white - sums[n - 1]
        return {
            "all colourings": 2**n,
            "all but two": 2**n - 2,
            "all numbers of black blocks alike": (left + 1) * 2**n // (sums[n - 1] + 1),
        }
