"""Choose two integers whose exclusive or is smallest."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow


class MinimumXorPair(OptimizationEnvironment):
    """Two of N different integers x, y for which (x and y) xor (x or y) is smallest; three at first.

    A tenth more integers, and one, with each level, of enough binary digits to make the smallest value vary. From level 3 on two
    and up to two thirds of them stand in pairs that are close on either side of a multiple of a power of two, or differ in a
    single high digit.
    Reward: (smallest value / value)^8.
    """

    numbers: Sequence[int]

    paper_name = "MinXorPair"
    max_level = 25
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(3, level, percent=10, plus=1)
        return {"n": n, "bits": 4 + level if level < 3 else 2 * n.bit_length() + 2}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        numbers = rng.sample(range(2**bits), n)
        for pair in range(rng.randint(1, n // 3) if n > 5 else 0):
            power = 1 << rng.randint(bits // 2, bits - 2)
            if rng.random() < 0.5:
                middle = power * rng.randint(1, 2**bits // power - 1)
                numbers[2 * pair : 2 * pair + 2] = middle - rng.randint(1, 2), middle + rng.randint(0, 1)
            else:
                numbers[2 * pair + 1] = numbers[2 * pair] ^ power
        return cls(numbers=rng.sample(numbers, n))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here are {n} different integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Choose two of them, x and y, such that (x AND y) XOR (x OR y) is as small as possible. The operators work on each "
            "place of the binary numbers: AND gives 1 where both have a 1, OR where at least one has, XOR where exactly one has. "
            "Give two positions, that of x and that of y, in any order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(2, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """The value is x xor y; of three integers in order, the first and the last never have the smallest."""
        ascending = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
        return min(pairwise(ascending), key=self.objective)

    def objective(self, answer: Sequence[int], /) -> int:
        x, y = (self.numbers[position] for position in answer)
        return (x & y) ^ (x | y)

    def acceptable(self) -> bool:
        return len({*self.numbers}) == len(self.numbers)

    def rules(self) -> Mapping[str, Sequence[int]]:
        pairs = sorted(combinations(range(len(self.numbers)), 2), key=self._difference)
        fewest = min(pairs, key=lambda pair: self.objective(pair).bit_count())
        return {"closest": pairs[0], "second closest": pairs[1], "fewest ones": fewest}

    def _difference(self, pair: Sequence[int]) -> int:
        return abs(self.numbers[pair[0]] - self.numbers[pair[1]])
