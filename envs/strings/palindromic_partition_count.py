"""Count the ways to cut a binary string into palindromes."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class PalindromicPartitionCount(Environment):
    """How many ways there are to cut a binary string into palindromes; two more characters with each level.

    Four or five characters at first. Between 30 and 70 percent of the characters are expected to be ones. Strings of one
    repeated character are left out, since there every piece is a palindrome and the number is 2^(length - 1). Reward: exact.
    """

    text: str

    paper_name = "PalindromePartitionCounting"
    version = 2
    max_level = 21

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        return cls(text="".join(["1" if rng.random() < share else "0" for _ in range(near(rng, n))]))

    def statement(self) -> str:
        return (
            "A palindrome reads the same from left to right and from right to left; a single character is one.\n"
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            "In how many ways can it be cut into pieces that are all palindromes? To leave it in one piece is a way, too, "
            "if it is a palindrome. Two ways are different when they cut at different places."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """By the length of the beginning that is cut; palindromes are grown from their middles."""
        n = len(self.text)
        starts: list[list[int]] = [[] for _ in range(n)]  # by the last position of a palindrome, its first positions
        for middle in range(2 * n - 1):
            first, last = middle // 2, (middle + 1) // 2
            while first >= 0 and last < n and self.text[first] == self.text[last]:
                starts[last].append(first)
                first, last = first - 1, last + 1
        ways = [1]
        for firsts in starts:
            ways.append(sum([ways[first] for first in firsts]))
        return ways[n]

    def guesses(self) -> Iterable[int]:
        one_symbol = 2 ** (len(self.text) - 1)
        return [one_symbol, 1, 2] if len(self.text) > 6 else [one_symbol]
