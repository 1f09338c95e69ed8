"""Find the longest substring made of two palindromes."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment


class LongestTwoPalindromeConcatenation(OptimizationEnvironment):
    """The longest substring that is one palindrome after another, of N letters a to d; 6 at first, four more with each level.

    Such a one is planted. From level 3 on it does not begin with the longest palindrome there, or not end with the longest.
    Reward: (length / the greatest length)^5.
    """

    text: str

    paper_name = "Longest_DoublePalindrome"
    max_level = 40
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + 4 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        u, v, w, wall = rng.sample("abcd", 4)
        if n < 15:
            pair = "".join([_palindrome(rng, letter, rng.randint(n // 6 + 1, n // 3)) for letter in (u, rng.choice("abcd"))])
        else:  # the first of x y x and y x w x y goes on as x y x y x, the longest one that begins there
            side = rng.choice((1, -1))
            x, y = _palindrome(rng, u, n // 7, u + v + w), _palindrome(rng, v, rng.randint(1, n // 14), u + v + w)
            pair = wall + (x + y + x + y + x + w * rng.randint(0, 2) + x + y)[::side] + wall
        pieces = [pair, *rng.choices("abcd", k=n - len(pair))]
        rng.shuffle(pieces)
        return cls(text="".join(pieces))

    def statement(self) -> str:
        n = len(self.text)
        return (
            "A palindrome reads the same in both directions; a single character is one.\n"
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            "Find a longest substring (of consecutive characters) that is a palindrome followed at once by another palindrome. "
            "Give the positions of the first character of the first palindrome, "
            "and of the first and the last character of the second one."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(3, low=0, high=len(self.text) - 1)

    def solve(self) -> tuple[int, int, int]:
        """For each place, the longest palindrome that ends before it, and the longest that begins there."""
        before, behind = self._longest()
        total, cut = max([(before[cut] + behind[cut], cut) for cut in range(1, len(self.text))])
        return cut - before[cut], cut, cut - before[cut] + total - 1

    def _longest(self) -> tuple[list[int], list[int]]:
        text, n = self.text, len(self.text)
        before, behind = [0] * (n + 1), [0] * (n + 1)
        for middle in range(2 * n - 1):
            first, last = middle // 2, (middle + 1) // 2
            while first >= 0 and last < n and text[first] == text[last]:
                before[last + 1] = max(before[last + 1], last + 1 - first)
                behind[first] = max(behind[first], last + 1 - first)
                first, last = first - 1, last + 1
        return before, behind

    def objective(self, answer: Sequence[int], /) -> int:
        """The length of both; 0 where one is empty or no palindrome."""
        start, cut, last = answer
        first, second = self.text[start:cut], self.text[cut : last + 1]
        return len(first + second) if first and second and first == first[::-1] and second == second[::-1] else 0

    def acceptable(self) -> bool:
        """Either the one or the other is always right; from level 3 on, not both."""
        left, right = list(self.rules().values())[:2] if len(self.text) > 14 else (None, None)
        return left is None or min(self.objective(left), self.objective(right)) < self.optimum

    def rules(self) -> dict[str, Sequence[int]]:
        before, behind = self._longest()
        n, longest = len(self.text), max(before)
        from_left = [(first, cut, cut + behind[cut] - 1) for first in range(n) if (cut := first + behind[first]) < n]
        from_right = [(cut - before[cut], cut, end - 1) for end in range(1, n + 1) if (cut := end - before[end]) > 0]
        beside = [places for places in from_left if places[1] - places[0] == longest]
        beside += [places for places in from_right if places[2] + 1 - places[1] == longest]
        found = {
            "the longest from some place, then the longest": from_left,
            "the longest up to some place, and the longest before it": from_right,
            "beside the longest": beside,
        }
        return {name: max(some, key=lambda places: places[2] - places[0]) for name, some in found.items() if some}


def _palindrome(rng: Random, first: str, length: int, letters: str = "abcd") -> str:
    half = first + "".join(rng.choices(letters, k=(length - 1) // 2))
    return half + half[::-1][length % 2 :]
