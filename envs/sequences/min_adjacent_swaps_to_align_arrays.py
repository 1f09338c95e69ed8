"""Count the adjacent swaps that bring two arrays as close together as they can be."""

from bisect import bisect, insort
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class MinAdjacentSwapsToAlignArrays(Environment):
    """The least number of swaps of neighbours, in either of two arrays of N integers, for the least sum of squared differences.

    Three integers at first; a tenth more, and one, with each level. Reward: exact.
    """

    a: Sequence[int]
    b: Sequence[int]

    paper_name = "InversionPair"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(a=rng.sample(range(1, 3 * n + 1), n), b=rng.sample(range(1, 3 * n + 1), n))

    def statement(self) -> str:
        n = len(self.a)
        return (
            f"Here is an array A of {n} different integers:\n{' '.join(map(str, self.a))}\n"
            f"Here is an array B of {n} different integers:\n{' '.join(map(str, self.b))}\n"
            f"At the positions i = 0 to {n - 1}, the differences A[i] - B[i] are squared and added up. A move swaps two "
            "neighbouring entries of A, or two neighbouring entries of B. What is the least number of moves that makes this sum "
            "as small as any moves can make it?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The k-th smallest of A should face the k-th smallest of B: the inversions of the order that this asks for."""
        return _inversions(self._places())

    def _places(self) -> list[int]:
        """For each position of A the position in B of the entry of the same rank."""
        order = sorted(range(len(self.b)), key=self.b.__getitem__)
        place = dict(zip(sorted(self.a), order, strict=True))
        return [place[value] for value in self.a]

    def rules(self) -> Mapping[str, int]:
        places, in_a, in_b = self._places(), _inversions(self.a), _inversions(self.b)
        return {
            "inversions of A": in_a,
            "inversions of both": in_a + in_b,
            "difference of the inversions": abs(in_a - in_b),
            "half of all distances": sum([abs(i - place) for i, place in enumerate(places)]) // 2,
            "positions of another rank": sum([i != place for i, place in enumerate(places)]),
            "half of all pairs": len(places) * (len(places) - 1) // 4,
        }


def _inversions(numbers: Sequence[int]) -> int:
    """How many pairs of different numbers stand in descending order."""
    count, before = 0, []
    for number in numbers:
        count += len(before) - bisect(before, number)
        insort(before, number)
    return count
