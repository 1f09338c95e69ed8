"""Find the longest beginning of a string that its end is a rotation of."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class CyclicEquivalentPrefixSuffix(Environment):
    """The largest L for which the last L characters are a rotation of the first L, of N letters a and b.

    N is at most 6, 9, 13 and 18 at the first levels, then two more with each. From level 3 on a beginning is planted with a
    rotation of it as the end, and next to both are letters in nearly reversed order: for many L, as many of each.
    Reward: exact.
    """

    text: str

    paper_name = "Prefixuffix"
    max_level = 60

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 9, 13, 18), level, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        planted, share = n > 13, rng.uniform(0.35, 0.65)
        n = rng.randint(n - 1, n)
        letters = ["a" if rng.random() < share else "b" for _ in range(n)]
        if not planted:
            return cls(text="".join(letters))
        length = rng.randint(1, n // 2 - 2)
        cut = rng.randint(0, length)
        between = letters[length : n // 2]
        mixed = sorted(range(len(between)), key=lambda place: rng.uniform(0, 3) - place)  # nearly reversed
        end = [between[place] for place in mixed] + letters[cut:length] + letters[:cut]
        return cls(text="".join(letters[: n - len(end)] + end))

    def statement(self) -> str:
        return (
            "A rotation of a string comes from moving its first character to the end, any number of times, perhaps zero.\n"
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            f"Find the largest integer L from 0 to {len(self.text) // 2} such that the last L characters of the string, "
            "in their order, are a rotation of its first L characters. (For L = 0 this holds.)"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=len(self.text) // 2)

    def solve(self) -> int:
        """A string is a rotation of another one of its length when it occurs in that one written twice."""
        n = len(self.text)
        return next(size for size in range(n // 2, -1, -1) if self.text[n - size :] in 2 * self.text[:size])

    def guesses(self) -> Iterable[int]:
        return [len(self.text) // 2] if len(self.text) > 13 else []

    def rules(self) -> dict[str, int]:
        text, n = self.text, len(self.text)
        sizes = range(n // 2, -1, -1)
        alike = [size for size in sizes if text[:size].count("a") == text[n - size :].count("a")]
        return {
            "as many of each letter": alike[0],
            "as many of each letter, the second longest": alike[min(1, len(alike) - 1)],
            "equal": next(size for size in sizes if text[:size] == text[n - size :]),
            "reversed": next(size for size in sizes if text[:size] == text[n - size :][::-1]),
            "half": n // 2,
        }
