"""Count the pairs of equal substrings of two strings."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class CommonSubstringOccurrencePairs(Environment):
    """How many pairs of equal substrings two strings have; each has up to 4 letters at first, two more with each level.

    The letters are a and b, 30 to 70 percent of them expected to be a, and each string has both. Reward: exact.
    """

    strings: Sequence[str]

    paper_name = "SharedSubstringCounting"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        lengths = [rng.randint(n - n // 4, n) for _ in range(2)]
        return cls(strings=["".join(["a" if rng.random() < share else "b" for _ in range(length)]) for length in lengths])

    def statement(self) -> str:
        first, second = self.strings
        return (
            f"Here is a string of {len(first)} characters:\n{first}\nand a string of {len(second)} characters:\n{second}\n"
            "A substring is one or more consecutive characters at certain places. In how many ways can one choose a substring of "
            "the first string and a substring of the second that read the same? "
            "Choices at different places count separately, even where they read the same."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._count(max(map(len, self.strings)))

    def _count(self, longest: int) -> int:
        """For each place in either string, how far what begins there agrees; at most `longest` characters."""
        first, second = self.strings
        total, below = 0, [0] * (len(second) + 1)
        for letter in first[::-1]:
            below = [below[j + 1] + 1 if letter == other else 0 for j, other in enumerate(second)] + [0]
            total += sum(below) if longest >= len(first) else sum([min(agree, longest) for agree in below])
        return total

    def acceptable(self) -> bool:
        return all(len({*string}) == 2 for string in self.strings)

    def rules(self) -> dict[str, int]:
        first, second = self.strings
        pieces = [
            {text[i:j] for i in range(len(text)) for j in range(i + 1, min(len(text), i + 20) + 1)} for text in (first, second)
        ]
        return {
            "single letters": self._count(1),
            "one or two letters": self._count(2),
            "up to three letters": self._count(3),
            "different ones": len(pieces[0] & pieces[1]),
            "the product of the lengths": len(first) * len(second),
        }
