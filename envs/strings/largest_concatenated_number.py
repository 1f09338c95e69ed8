"""Order digit strings so that together they make the largest number."""

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, grow
from rlve.envs.toolkit.text import numbered_rows


class LargestConcatenatedNumber(ConstraintEnvironment):
    """Order N digit strings for the largest concatenation; a tenth more strings, and one, with each level.

    Three strings of up to two digits from 1 to 9 at first. From level 3 on the strings are of digits 1 and 2, as long as 3
    digits, one more every other level, and most are prefixes of others.
    Reward: (length of the right beginning / length of the concatenation)^5.
    """

    strings: Sequence[str]

    paper_name = "MaxPermutation"
    version = 2
    max_level = 22
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1), "length": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, length: int) -> Self:
        if n < 6:
            return cls(strings=["".join(rng.choices("123456789", k=rng.randint(1, length))) for _ in range(n)])
        bases = ["".join(rng.choices("12", k=length)) for _ in range(n - 3 * n // 5)]
        strings = bases + [rng.choice(bases)[: rng.randint(1, length)] for _ in range(n - len(bases))]
        rng.shuffle(strings)
        return cls(strings=strings)

    def statement(self) -> str:
        return (
            f"Here are {len(self.strings)} strings of digits, one a line as: number: string\n{numbered_rows(zip(self.strings))}\n"
            "Join all of them, each once, in an order that makes the largest integer. Give their numbers in that order."
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
        falling = sorted(numbers, key=self.strings.__getitem__, reverse=True)
        return [numbers, numbers[::-1], falling] if len(numbers) > 5 else [numbers, numbers[::-1]]
