"""Count the values of a range that NAND makes of given binary words."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class CountNandReachableValuesInRange(Environment):
    """How many binary words that NAND makes of N given ones are, read as numbers, from L to R.

    Two words of four bits at first; one bit more with each level, one word more with every third. From half of the places on
    up to all but one go their own way, the others agree with one of them in every word. Reward: exact.
    """

    words: Sequence[str]
    low: int
    high: int

    paper_name = "NANDResultCounting"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 + level // 3, "bits": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        groups = rng.randint((bits + 1) // 2, min(2**n, bits - 1))
        kinds = rng.sample(range(2**n), groups)
        columns = [*kinds, *rng.choices(kinds, k=bits - groups)]
        rng.shuffle(columns)
        words = ["".join([str(column >> row & 1) for column in columns]) for row in range(n)]
        return cls(words=words, low=rng.randint(1, 2**bits // 2 - 1), high=rng.randint(2**bits // 2, 2**bits - 2))

    def statement(self) -> str:
        bits, lines = len(self.words[0]), "\n".join(self.words)
        return (
            f"Here are {len(self.words)} binary words of {bits} digits, one a line:\n{lines}\n"
            "The NAND of two words, or of a word with itself, has a 0 in exactly those places in which both have a 1, and a 1 in "
            "all others. You may add the NAND of any two words that you have to your words, as often as you like. Read "
            "each word that can be had in this way, the given ones included, as a binary number with the highest digit first. "
            f"How many different numbers from {self.low} to {self.high} are among them?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=self.high - self.low + 1)

    def solve(self) -> int:
        """Places with the same digits in all given words stay equal; the others are free, since NAND makes everything."""
        groups: dict[tuple[str, ...], int] = {}
        for place, column in enumerate(zip(*self.words, strict=True), 1):
            groups[column] = groups.get(column, 0) + (1 << len(self.words[0]) - place)
        masks = [*groups.values()]  # by their highest place, so that the free digits put the numbers in order
        return _up_to(self.high, masks) - _up_to(self.low - 1, masks)

    def guesses(self) -> Iterable[int]:
        bits, groups = len(self.words[0]), len({*zip(*self.words, strict=True)})
        size = self.high - self.low + 1
        return [size, 2**groups, size >> bits - groups] if bits > 4 else [size]


def _up_to(bound: int, masks: Sequence[int]) -> int:
    """How many sums of masks are at most the bound: the place of the largest one among all."""
    value = place = 0
    for mask in masks:
        place *= 2
        if value + mask <= bound:
            value += mask
            place += 1
    return place + 1
