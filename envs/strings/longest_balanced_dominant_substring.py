"""Find the longest part of a string in which one letter leads from either end."""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import near, rungs


class LongestBalancedDominantSubstring(OptimizationEnvironment):
    """The longest substring of which every prefix and every suffix has at least as many a as b.

    There are up to 6, 10, 16 and 28 letters at first, then three more with each level. From level 3 on one such substring is
    planted between two hills, of which the left one keeps to the rule on prefixes, and the right one to that on suffixes.
    Reward: (length / the greatest length)^5.
    """

    text: str

    paper_name = "SaladBar"
    max_level = 40
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 10, 16, 28), level, plus=3)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 20:
            share = rng.uniform(0.45, 0.6)
            return cls(text="".join(["a" if rng.random() < share else "b" for _ in range(near(rng, n))]))
        top, height, part = rng.randint(2, 1 + n // 14), 0, ""
        while len(part) < n // 3 or height < top:
            up = height == 0 or (height < top and (len(part) >= n // 3 or rng.random() < 0.5))
            part, height = part + ("a" if up else "b"), height + (1 if up else -1)
        hills, left = [["b"] * (top + 1), ["b"] * (top + 1)], n - len(part) - 4 * (top + 1)
        for _ in range(rng.randint(0, left // 2)):
            rng.choice(hills).append("ab")
            left -= 2
        for hill in hills:  # up in one go, then down with delays
            rng.shuffle(hill)
            hill.insert(0, "a" * (top + 1))
        outside, cut = "".join(rng.choices("abbb", k=left)), rng.randint(0, left)
        return cls(text=outside[:cut] + "".join(hills[0]) + part + "".join(hills[1])[::-1] + outside[cut:])

    def statement(self) -> str:
        n = len(self.text)
        return (
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            "Find a longest substring (of consecutive characters) of which every prefix and every suffix, itself included, "
            "has at least as many a as b. Give the positions of its first and of its last character."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.text) - 1)

    def solve(self) -> tuple[int, int]:
        """With a upward and b downward, it starts at its least height and ends at its greatest."""
        best = (0, 0, 0)
        for first in range(len(self.text)):
            height = top = 0
            for last in range(first, len(self.text)):
                height += 1 if self.text[last] == "a" else -1
                if height < 0:
                    break
                if height >= top:
                    top, best = height, max(best, (last - first + 1, first, last))
        return best[1:]

    def objective(self, answer: Sequence[int], /) -> int:
        """The length; 0 where a prefix or a suffix has more b."""
        first, last = answer
        part = self.text[first : last + 1]
        return len(part) if _leads(part) and _leads(part[::-1]) else 0

    def acceptable(self) -> bool:
        return self.optimum > 2

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.text)
        return [(0, n - 1), (self.text.find("a"), self.text.rfind("a"))] if n > 9 else [(0, n - 1)]

    def rules(self) -> dict[str, Sequence[int]]:
        n = len(self.text)
        first, last = _cut(self.text[::-1])
        alternate = max(re.finditer("a(b?a)*", self.text), key=lambda found: len(found.group()))
        return {
            "longest with such prefixes, cut": _cut(self.text),
            "longest with such suffixes, cut": (n - 1 - last, n - 1 - first),
            "longest without two b together": (alternate.start(), alternate.end() - 1),
        }


def _cut(text: str) -> tuple[int, int]:
    """The longest substring whose prefixes are right, without what follows its last highest point."""
    spans = [(i, j) for i in range(len(text)) for j in range(i + 1, len(text) + 1) if _leads(text[i:j])]
    first, end = max(spans, key=lambda span: span[1] - span[0])
    cut = max(range(first + 1, end + 1), key=lambda cut: (2 * text.count("a", first, cut) - (cut - first), cut))
    return first, cut - 1


def _leads(part: str) -> bool:
    """Whether each prefix has at least as many a as b, and there is one."""
    height = 0
    for letter in part:
        height += 1 if letter == "a" else -1
        if height < 0:
            return False
    return part != ""
