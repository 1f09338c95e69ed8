"""Find the palindrome whose length times its number of occurrences is largest."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Text, grow
from rlve.envs.toolkit.sizes import near


class MaxLengthTimesCountPalindrome(OptimizationEnvironment):
    """A palindrome in a string, such that its length times its number of occurrences is as large as possible.

    Seven letters a and b at first; a tenth more, and one, with each level, and from level 2 on also c. The string is made of
    three short pieces in random order. No single letter is best.
    Reward: (share of the way from the best single letter to the optimum)^3.
    """

    text: str

    paper_name = "MaxWeightPalindromicSubstring"
    max_level = 40
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(7, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        letters = "ab" if n < 9 else "abc"
        pieces = ["".join(rng.choices(letters, k=rng.randint(1, 3))) for _ in range(3)]
        size, text = near(rng, n), ""
        while len(text) < size:
            text += rng.choice(pieces)
        return cls(text=text[:size])

    def statement(self) -> str:
        return (
            "A palindrome reads the same forwards and backwards; a single letter is one, too.\n"
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            "Give a palindrome such that its length times the number of its occurrences in the string as a block of neighbouring "
            "characters is as large as possible. Occurrences may overlap."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("ab" if "c" not in self.text else "abc", max_length=len(self.text))

    @cached_property
    def _occurrences(self) -> Counter[str]:
        """How often each palindrome occurs; they are grown from their middles."""
        text, found = self.text, []
        for middle in range(2 * len(text) - 1):
            first, last = middle // 2, (middle + 1) // 2
            while first >= 0 and last < len(text) and text[first] == text[last]:
                found.append(text[first : last + 1])
                first, last = first - 1, last + 1
        return Counter(found)

    def solve(self) -> str:
        return max(sorted(self._occurrences, key=lambda block: (len(block), block)), key=self.objective)

    def objective(self, answer: str, /) -> int:
        return len(answer) * self._occurrences[answer]

    def baseline(self) -> int:
        return max([self._occurrences[letter] for letter in set(self.text)])

    def guesses(self) -> Iterable[str]:
        return [self.text, *sorted(set(self.text))]

    def acceptable(self) -> bool:
        return len(set(self.text)) > 1

    def rules(self) -> Mapping[str, str]:
        """The most frequent palindrome of a length, the longest that occurs so often, the first ones alphabetically of these."""
        blocks, found = sorted(self._occurrences), {}
        for length in range(2, 6):
            some = [block for block in blocks if len(block) == length]
            found[f"most frequent of length {length}"] = max(some, key=self.objective, default="")
        for times in range(1, 4):
            some = [block for block in blocks if self._occurrences[block] >= times]
            found[f"longest, {times} times"] = max(some, key=len, default="")
        return found
