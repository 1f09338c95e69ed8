"""Find the least number of added letters and mirrorings that make a string."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class StringSynthesisByMirroring(Environment):
    """The least number of operations that make a string; each adds a letter or the reverse of all that is there.

    Strings of six or seven letters a, b and c at first, of 13 to 16 at level 3; a tenth more, and one, with each level from
    there on. They are made by random operations, and often mirrored more than once. Reward: exact.
    """

    text: str

    paper_name = "VirusSynthesis"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 9, 12, 16), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        size, text = near(rng, n), rng.choice("abc")
        while len(text) < size:
            if 2 * len(text) <= size and rng.random() < 0.45:
                text += text[::-1]
            else:
                text = rng.choice("abc") + text if rng.randrange(2) else text + rng.choice("abc")
        return cls(text=text)

    def statement(self) -> str:
        return (
            "Start with the empty string. One operation adds one letter, or the reverse of the whole present string, at the "
            "front or at the end of the present string. What is the least number of operations that makes this string of "
            f"{len(self.text)} letters?\n{self.text}"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1, high=len(self.text))

    def solve(self) -> int:
        """By the ends of a block: what mirroring can save in it. A mirrored half saves its letters, less the operation."""
        n, radius = len(self.text), self._radius()
        saved = [[0] * (n + 1) for _ in range(n + 1)]
        for i in range(n - 2, -1, -1):
            here, after = saved[i], saved[i + 1]
            for j in range(i + 2, n + 1):
                best = max(after[j], here[j - 1])
                middle = (i + j) // 2
                if radius[middle] >= middle - i and (j - i) % 2 == 0:
                    best = max(best, middle - i - 1 + here[middle])
                here[j] = best
        return n - saved[0][n]

    def _radius(self) -> list[int]:
        """For each place the most letters before it that are mirrored behind it."""
        radius = []
        for middle in range(len(self.text)):
            r = 0
            while r < middle and middle + r < len(self.text) and self.text[middle - 1 - r] == self.text[middle + r]:
                r += 1
            radius.append(r)
        return radius

    def rules(self) -> Mapping[str, int]:
        """One mirroring, of the longest half; as if all were mirrored; an operation for each run; only letters."""
        n, longest = len(self.text), max(self._radius())
        runs = 1 + sum(map(str.__ne__, self.text, self.text[1:]))
        return {"one mirroring": min(n, n - longest + 1), "half": (n + 1) // 2 + 1, "runs": runs, "letters": n}
