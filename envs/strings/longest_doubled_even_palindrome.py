"""Find the longest substring that is an even palindrome twice."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class LongestDoubledEvenPalindrome(OptimizationEnvironment):
    """The longest substring A B A B, B being A reversed, of N letters a, b, c; 10 at first, four more with each level.

    One is planted. From level 3 on there are also a shorter one and something longer, a palindrome of odd length twice or any
    string twice.
    Reward: (length / the greatest length)^5.
    """

    text: str

    paper_name = "Longest_RepeatedPalindrome"
    max_level = 30
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((10, 14, 18, 26), level, plus=4)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        traps = n > 20
        largest = (n - 10) // 8 if traps else n // 4
        size = rng.randint(largest - largest // 4 if traps else 1, largest)
        a = "".join(rng.choices("abc", k=size))
        pieces = [2 * (a + a[::-1])]
        if traps:
            around, longer = rng.choice(("", "", *"abc")), "".join(rng.sample("abc", 2) + rng.choices("abc", k=2 * size))
            pieces = [around + pieces[0] + around]
            mirrored = longer[: size + 1] + longer[size - 1 :: -1]
            pieces.append(2 * longer if rng.random() < 0.5 else longer[-1] + 2 * mirrored + longer[-1])
            shorter = "".join(rng.choices("abc", k=rng.randint(1, min(size - 1, (n - sum(map(len, pieces))) // 4))))
            pieces.append(2 * (shorter + shorter[::-1]))
        pieces += rng.choices("abc", k=n - sum(map(len, pieces)))
        rng.shuffle(pieces)
        return cls(text="".join(pieces))

    def statement(self) -> str:
        n = len(self.text)
        return (
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            "Find a longest substring (of consecutive characters) of the form A B A B, where A is a string of one or more "
            "characters and B is A read backwards. Give the positions of its first and of its last character."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.text) - 1)

    def solve(self) -> tuple[int, int]:
        """The reach of the even palindrome around each gap; half of it, moved by a quarter, must be one as well."""
        text, n = self.text, len(self.text)
        reach = [0] * (n + 1)
        for gap in range(1, n):
            most = min(gap, n - gap)
            reach[gap] = next((k for k in range(most) if text[gap - 1 - k] != text[gap + k]), most)
        size, gap = max([(size, gap) for gap in range(n) for size in range(reach[gap] // 2 + 1) if reach[gap - size] >= size])
        return gap - 2 * size, gap + 2 * size - 1

    def objective(self, answer: Sequence[int], /) -> int:
        """The length; 0 where the substring has another form."""
        first, last = answer
        part = self.text[first : last + 1]
        half = part[: len(part) // 2]
        return len(part) if len(part) % 4 == 0 and part == 2 * half and half == half[::-1] else 0

    def rules(self) -> dict[str, Sequence[int]]:
        n, found = len(self.text), {}
        for length in range(4, n + 1, 4):
            for first in range(n - length + 1):
                part = self.text[first : first + length]
                fits = {
                    "the longest palindrome": part == part[::-1],
                    "the longest string twice": part == 2 * part[: length // 2],
                    "the longest of one letter": len({*part}) == 1,
                }
                found |= {name: (first, first + length - 1) for name, right in fits.items() if right}
        return found | {"the first of this form": next(places for places in combinations(range(n), 2) if self.objective(places))}
