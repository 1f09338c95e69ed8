"""Find the least number of added letters and mirrorings that make a string."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class StringSynthesisByMirroring(Environment):
    """The least number of operations that make a string; each adds a letter or the reverse of all that is there.

    Strings of six or seven letters a, b and c at first, of 22 to 27 at level 5; a tenth more, and one, with each level from
    there on. They are made by random operations, and often mirrored more than once. Beside what is mirrored twice, three of four
    strings of 26 letters or more hold a longer palindrome that saves less. Reward: exact.
    """

    text: str

    paper_name = "VirusSynthesis"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 9, 12, 16, 21, 27), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        size, text, trap = near(rng, n), rng.choice("abc"), ""
        quarter = (size - 2) // 8
        if quarter > 2 and rng.randrange(4):
            text, trap = "".join(rng.choices("abc", k=quarter)), "".join(rng.choices("abc", k=2 * quarter + 1))
            text += text[::-1]
            text, trap = text + text[::-1], trap + trap[::-1]
        size -= len(trap)
        while len(text) < size:
            if 2 * len(text) <= size and rng.random() < 0.45:
                text += text[::-1]
            else:
                text = rng.choice("abc") + text if rng.randrange(2) else text + rng.choice("abc")
        return cls(text=text + trap if rng.randrange(2) else trap + text)

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
        n, radius = len(self.text), _radius(self.text)
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

    def rules(self) -> Mapping[str, int]:
        """One mirroring, of the longest half; as if all were mirrored; an operation for each run; only letters."""
        n, longest = len(self.text), max(_radius(self.text))
        runs = 1 + sum(map(str.__ne__, self.text, self.text[1:]))
        found = {"one mirroring": min(n, n - longest + 1), "half": (n + 1) // 2 + 1, "runs": runs, "letters": n}
        if n > 25:  # in a shorter string no other half saves more than the longest
            block, nested = self.text, n
            while block:
                radius = _radius(block)
                longest = max(radius)
                nested -= max(0, longest - 1)
                middle = radius.index(longest)
                block = block[middle - longest : middle]
            found["the longest half, and the longest in it"] = nested
        return found


def _radius(text: str) -> list[int]:
    """For each place the most letters before it that are mirrored behind it."""
    radius = []
    for middle in range(len(text)):
        r = 0
        while r < middle and middle + r < len(text) and text[middle - 1 - r] == text[middle + r]:
            r += 1
        radius.append(r)
    return radius
