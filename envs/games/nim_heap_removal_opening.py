"""Choose the heaps to remove before a game of Nim so that it is won."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment


class NimHeapRemovalOpening(OptimizationEnvironment):
    """The fewest stones to remove, in whole heaps, so that Nim is won after the other player removes heaps too.

    A heap more with each level; their sizes have two bits less than there are heaps, at least three, so that some must go. From
    six heaps on the smallest ones are not a best choice.
    Reward: (share of the way to the optimum from the smallest heaps that are enough)^8; from all heaps, where those are best.
    """

    heaps: Sequence[int]

    paper_name = "NewNimGame"
    goal = "minimum"
    exponent = 8
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        bits = max(3, n - 2)
        return cls(heaps=[rng.randint(1, 2**bits - 1) for _ in range(n)])

    def statement(self) -> str:
        last = len(self.heaps) - 1
        return (
            f"Here are the sizes of {last + 1} heaps of stones, 0 to {last}:\n{' '.join(map(str, self.heaps))}\n"
            "First you remove one or more whole heaps, but not all. Then your opponent removes any number of the heaps left, "
            "possibly none, but not all. Then both play Nim with what is left, and you begin: a move takes one or more stones "
            "from one heap, and whoever takes the last stone wins. Remove heaps such that you win whatever your opponent does, "
            "with as few stones in them in all as possible. Give the numbers of these heaps, in any order."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.heaps)
        return IntegerSet(max_length=n - 1, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """Keep the largest heaps that are independent over GF(2): no set of them has xor 0, so none is lost by who begins."""
        down = sorted(range(len(self.heaps)), key=lambda place: -self.heaps[place])
        return [place for place, new in zip(down, _independent([self.heaps[place] for place in down]), strict=True) if not new]

    def objective(self, answer: Sequence[int], /) -> int:
        """The stones removed; all there are, where this does not win."""
        left = [size for place, size in enumerate(self.heaps) if place not in answer]
        return sum(self.heaps) - sum(left) * all(_independent(left))

    def baseline(self) -> int:
        stones = self.objective(self._smallest())
        return stones if stones > self.optimum else sum(self.heaps)

    def acceptable(self) -> bool:
        """Some heap must be removed."""
        return not all(_independent(self.heaps))

    def guesses(self) -> Iterable[Sequence[int]]:
        if len(self.heaps) > 5:
            yield self._smallest()

    def rules(self) -> Mapping[str, Sequence[int]]:
        up = sorted(range(len(self.heaps)), key=self.heaps.__getitem__)
        in_order = [place for place, new in enumerate(_independent(self.heaps)) if not new]
        least = next((place for place in up if self.objective([place]) < sum(self.heaps)), up[0])
        return {
            "the smallest heaps that are enough": self._smallest(),
            "heaps that depend on those before": in_order,
            "the smallest single heap that is enough": [least],
        }

    def _smallest(self) -> list[int]:
        """The smallest heaps, just so many that it wins."""
        up = sorted(range(len(self.heaps)), key=self.heaps.__getitem__)
        count = next(count for count in range(1, len(up)) if all(_independent([self.heaps[place] for place in up[count:]])))
        return up[:count]


def _independent(numbers: Iterable[int]) -> list[bool]:
    """For each number whether it is no xor of some before it, by a basis with different highest bits."""
    basis: dict[int, int] = {}
    found = []
    for number in numbers:
        while number and number.bit_length() in basis:
            number ^= basis[number.bit_length()]
        basis[number.bit_length()] = number
        found.append(number > 0)
    return found
