"""Choose the lexicographically largest subsequence of a given length."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Infeasible, IntegerList, grow


class LexicographicallyLargestSubsequenceLengthK(Environment):
    """The largest K of N integers in their order; a tenth more integers, and one, with each level, K in the middle third.

    Reward: (share of the positions before the first wrong one)^5.
    """

    numbers: Sequence[int]
    k: int

    paper_name = "MaximumLexicographicalOrderSubsequence"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 2 * n) for _ in range(n)], k=rng.randint(n // 3 + 1, 2 * n // 3))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"Choose {self.k} entries and keep their order, so that the list of the chosen values is lexicographically as large "
            "as possible: the first value counts most, then the second, and so on. Give the values."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.k)

    def solve(self) -> list[int]:
        chosen: list[int] = []
        to_drop = len(self.numbers) - self.k
        for value in self.numbers:
            while chosen and chosen[-1] < value and to_drop:
                chosen.pop()
                to_drop -= 1
            chosen.append(value)
        return chosen[: self.k]

    def guesses(self) -> Iterable[Sequence[int]]:
        positions = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)[-self.k :]
        return [self.numbers[: self.k], [self.numbers[i] for i in sorted(positions)]]

    def score(self, answer: Sequence[int], /) -> float:
        rest = iter(self.numbers)
        if not all(value in rest for value in answer):
            raise Infeasible("the values do not occur in this order in the array")
        right = 0
        while answer[right] == self.reference[right]:
            right += 1
        return (right / self.k) ** 5
