"""Find the smallest rotation of a binary string."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text
from rlve.envs.toolkit.scores import credit_by_share


class LexicographicallyLeastRotation(Environment):
    """The lexicographically smallest rotation of N zeros and ones, six at first; two more with each level, and four at level 3.

    Ones come with a probability between 0.3 and 0.7, and the string is not its own answer. From level 3 on the longest run of
    zeros comes two or three times, so that what follows it decides.
    Reward: (share of positions that are right)^10, or to a higher power in a long answer.
    """

    text: str

    paper_name = "MinimalCyclicShift"
    version = 2
    max_level = 60

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": (6 if level < 3 else 8) + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n > 11:
            return cls(text=_tied(rng, n))
        ones = rng.uniform(0.3, 0.7)
        return cls(text="".join(["1" if rng.random() < ones else "0" for _ in range(n)]))

    def statement(self) -> str:
        return (
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            "A rotation of it comes from moving its first character to the end, any number of times. "
            "Give the lexicographically smallest of its rotations."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("01", length=len(self.text))

    def solve(self) -> str:
        """Two candidate starts; where they first differ, the loser and all starts it has passed are out (linear time)."""
        n, doubled = len(self.text), 2 * self.text
        first, second, length = 0, 1, 0
        while second < n and length < n:
            if doubled[first + length] == doubled[second + length]:
                length += 1
                continue
            if doubled[first + length] > doubled[second + length]:
                first = max(first + length + 1, second)
                second = first + 1
            else:
                second += length + 1
            length = 0
        return doubled[first : first + n]

    def guesses(self) -> Iterable[str]:
        return [self.text, self.text[::-1], "".join(sorted(self.text))]

    def score(self, answer: str, /) -> float:
        return credit_by_share(self.reference, answer, 10)


def _tied(rng: Random, n: int) -> str:
    """N zeros and ones with two or three longest runs of zeros; between these are ones, and shorter runs."""
    longest = rng.randint(1, 2) + n // 16
    between = [["1"] for _ in range(rng.randint(2, 3))]
    left = n - len(between) * (longest + 1)
    while left:
        run = rng.randint(0, min(longest - 1, left - 1))
        rng.choice(between).append("0" * run + "1")
        left -= run + 1
    text = "".join(["0" * longest + "".join(ones) for ones in between])
    start = rng.randrange(n)
    return text[start:] + text[:start]
