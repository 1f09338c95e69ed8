"""Choose integers whose exclusive or is largest."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow


class MaxXorSubset(OptimizationEnvironment):
    """Positions whose integers have the largest exclusive or; three at first, a tenth more, and one, with each level.

    The integers have at least as many bits as there are integers, so that the largest value is seldom all ones.
    Reward: (share of the way from the best that one or two integers give to the optimum)^20.
    """

    numbers: Sequence[int]

    paper_name = "MaxXorSet"
    version = 3
    max_level = 25
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        bits = n + rng.randint(0, min(2, n // 3))
        return cls(numbers=[rng.randint(1, 2**bits - 1) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here are {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Choose one or more positions such that the bitwise exclusive or (xor) of the integers there is as large as "
            "possible. In binary, it has a 1 in exactly those places in which an odd number of the chosen integers have a 1. "
            "Give the chosen positions, each once, in any order."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """A basis of the span over GF(2), by its leading bits; each member with the positions it is made of, as a mask."""
        basis: dict[int, tuple[int, int]] = {}
        for position, value in enumerate(self.numbers):
            mask = 1 << position
            while value and value.bit_length() in basis:
                other, members = basis[value.bit_length()]
                value, mask = value ^ other, mask ^ members
            if value:
                basis[value.bit_length()] = value, mask
        best = chosen = 0
        for bit in sorted(basis, reverse=True):
            value, mask = basis[bit]
            if best ^ value > best:
                best, chosen = best ^ value, chosen ^ mask
        return [position for position in range(len(self.numbers)) if chosen >> position & 1]

    def objective(self, answer: Sequence[int], /) -> int:
        value = 0
        for position in answer:
            value ^= self.numbers[position]
        return value

    def baseline(self) -> int:
        return self.objective(self._best_pair())

    def guesses(self) -> Iterable[Sequence[int]]:
        positions = range(len(self.numbers))
        if len(positions) < 6:  # these are nearly all there is to choose
            return [positions]
        down = sorted(positions, key=lambda position: -self.numbers[position])
        return [positions, self._best_pair(), self._greedy(positions), self._greedy(down)]

    def _best_pair(self) -> tuple[int, ...]:
        """One or two positions whose integers have the largest exclusive or."""
        positions = range(len(self.numbers))
        return max([*combinations(positions, 1), *combinations(positions, 2)], key=self.objective)

    def _greedy(self, order: Iterable[int]) -> list[int]:
        """Each position in turn that makes the value larger."""
        chosen, value = [], 0
        for position in order:
            if value ^ self.numbers[position] > value:
                chosen.append(position)
                value ^= self.numbers[position]
        return chosen
