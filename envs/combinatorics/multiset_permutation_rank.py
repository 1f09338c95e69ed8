"""Count the rearrangements of a sequence that come before it in lexicographic order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class MultisetPermutationRank(Environment):
    """How many rearrangements of N integers, some of them equal, are lexicographically smaller; one more with each level.

    Four integers at first, with two or three different ones; later about half of them are different. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "CantorExpansion"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        different = rng.sample(range(1, max(10, n)), rng.randint(max(2, n // 3), (n + 2) // 2))
        repeats = rng.choices(different, k=n - len(different))
        return cls(numbers=rng.sample(different + repeats, n))

    def statement(self) -> str:
        return (
            f"Here is a sequence of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Consider all different sequences that its entries give when they are put into some order. Count those that are "
            "smaller than the sequence above: at the first position where the two differ, they have the smaller integer. "
            f"Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """By the first position that differs: of the orders of what is left, the share that begins with a smaller integer."""
        left = Counter(self.numbers)
        orders, count = self._orders(), 0
        for rest, number in zip(range(len(self.numbers), 0, -1), self.numbers, strict=True):
            count += orders * sum([times for other, times in left.items() if other < number]) // rest
            orders = orders * left[number] // rest
            left[number] -= 1
        return count % MODULUS

    def _orders(self) -> int:
        orders = factorial(len(self.numbers))
        for times in Counter(self.numbers).values():
            orders //= factorial(times)
        return orders

    def guesses(self) -> Iterable[int]:
        return [0, self._orders() % MODULUS, (self._orders() - 1) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        smaller = [sum([other < number for other in self.numbers[i:]]) for i, number in enumerate(self.numbers)]
        distinct = sum([times * factorial(len(smaller) - 1 - i) for i, times in enumerate(smaller)])
        return {
            "pairs in descending order": sum(smaller),
            "as if all were different": distinct % MODULUS,
            "that, shared by all orders": distinct * self._orders() // factorial(len(smaller)) % MODULUS,
            "by the first position alone": self._orders() * smaller[0] // len(smaller) % MODULUS,
        }
