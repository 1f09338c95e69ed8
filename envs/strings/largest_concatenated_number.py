"""Order digit strings so that together they make the largest number."""

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, grow
from rlve.envs.toolkit.text import numbered_rows


class LargestConcatenatedNumber(ConstraintEnvironment):
    """Order N digit strings for the largest concatenation; a tenth more strings, and one, with each level.

    The strings, of digits 1 and 2, are as long as 3 digits at first, one more every other level; most are prefixes of others.
    Reward: (length of the right beginning / length of the concatenation)^5.
    """

    strings: Sequence[str]

    paper_name = "MaxPermutation"
    max_level = 20
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "length": 3 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, length: int) -> Self:
        bases = ["".join(rng.choices("12", k=length)) for _ in range(n - 3 * n // 5)]
        strings = bases + [rng.choice(bases)[: rng.randint(1, length)] for _ in range(n - len(bases))]
        rng.shuffle(strings)
        return cls(strings=strings)

    def statement(self) -> str:
        return (
            f"Here are {len(self.strings)} strings of digits, one a line as: index: string\n{numbered_rows(zip(self.strings))}\n"
            "Write all of them, each once, one after the other, in an order that makes the largest number. "
            "Give their indices in that order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.strings))

    def solve(self) -> list[int]:
        def later(i: int, j: int) -> int:
            left, right = self.strings[i] + self.strings[j], self.strings[j] + self.strings[i]
            return (left < right) - (left > right)

        return sorted(range(len(self.strings)), key=cmp_to_key(later))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        largest, made = ("".join([self.strings[i] for i in order]) for order in (self.reference, answer))
        right = next((place for place, (a, b) in enumerate(zip(largest, made, strict=True)) if a != b), len(largest))
        return right, len(largest)

    def guesses(self) -> Iterable[Sequence[int]]:
        numbers = range(len(self.strings))
        return [numbers, numbers[::-1], sorted(numbers, key=self.strings.__getitem__, reverse=True)]
