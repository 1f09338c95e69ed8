"""Count the substrings that read backwards as their own complement."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class AntipalindromicSubstringCounting(Environment):
    """How many substrings of N zeros and ones are antipalindromic; N is at most 6 at first, two more with each level.

    One antipalindrome, of at most two thirds of the characters, is planted among random characters. Reward: exact.
    """

    text: str

    paper_name = "AntiPalindromicSubstringCounting"
    max_level = 60

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n, share = near(rng, n), rng.uniform(0.3, 0.7)
        text = "".join(["1" if rng.random() < share else "0" for _ in range(n)])
        half = rng.randint(1, n // 3)
        start = rng.randint(0, n - 2 * half)
        mirrored = text[start : start + half][::-1].translate(_FLIPPED)
        return cls(text=text[: start + half] + mirrored + text[start + 2 * half :])

    def statement(self) -> str:
        return (
            "A string of zeros and ones is antipalindromic when reading it backwards gives the same as changing each 0 to 1 and "
            f"each 1 to 0.\nHere is a string of {len(self.text)} characters:\n{self.text}\n"
            "How many of its substrings are antipalindromic? A substring is one or more consecutive characters; "
            "equal substrings at different places count separately."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self._count(len(self.text))

    def _count(self, longest: int) -> int:
        """From each gap between two characters outward, while the ends differ; up to some half length."""
        text, total = self.text, 0
        for gap in range(1, len(text)):
            reach = min(gap, len(text) - gap, longest)
            total += next((k for k in range(reach) if text[gap - 1 - k] == text[gap + k]), reach)
        return total

    def guesses(self) -> Iterable[int]:
        return [self._count(1)] if len(self.text) > 8 else []

    def rules(self) -> dict[str, int]:
        heights = [0]
        for character in self.text:
            heights.append(heights[-1] + (1 if character == "1" else -1))
        balanced = sum([heights.count(height) * (heights.count(height) - 1) // 2 for height in {*heights}])
        return {"as many zeros as ones": balanced, "length 2": self._count(1), "length 2 or 4": self._count(2)}


_FLIPPED = str.maketrans("01", "10")
