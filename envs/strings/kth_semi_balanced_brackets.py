"""Find the K-th of the bracket strings that one deletion makes balanced."""

from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text


class KthSemiBalancedBrackets(Environment):
    """Number K of the semi-balanced bracket strings that begin in a given way; one more character to find with each level.

    Four characters are to be found at first. One or three are given at level 0, four or six at level 1, then five or seven, and
    six or eight where an odd number is to be found.
    Reward: 1 for these characters, else 0.
    """

    start: str
    length: int
    number: int

    paper_name = "Kth_SemiBalancedBracketSequence"
    max_level = 32

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"open": 4 + level, "given": 1 + 2 * min(level, 2)}

    @classmethod
    def draw(cls, rng: Random, open: int, given: int) -> Self:
        start, length = "", open + given + open % 2 + rng.choice((0, 2))
        for left in range(length - 1, open - 1, -1):
            start += rng.choices("()", [_endings(start + bracket, left) for bracket in "()"])[0]
        return cls(start=start, length=length, number=rng.randint(1, _endings(start, open)))

    def statement(self) -> str:
        return (
            "A string of brackets ( and ) is balanced when it has as many ( as ) and no beginning of it has more ) than (; the "
            "empty string is balanced. It is semi-balanced when deleting one of its characters can make it balanced.\n"
            f"List the semi-balanced strings of {self.length} characters that begin with {self.start} "
            "in dictionary order, where ( comes before ). "
            f"Give the last {self.length - len(self.start)} characters of number {self.number} of the list, "
            "the first being number 1."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("()", length=self.length - len(self.start))

    def solve(self) -> str:
        return self._found(extra="()")

    def _found(self, extra: str) -> str:
        """Character by character; where the rank is beyond all strings that go on with (, these are passed."""
        text, rank = self.start, self.number
        while len(text) < self.length:
            opening = _endings(text + "(", self.length - len(text) - 1, extra)
            text += "(" if rank <= opening else ")"
            rank -= 0 if rank <= opening else opening
        return text[len(self.start) :]

    def rules(self) -> dict[str, str]:
        size = self.length - len(self.start)
        binary = f"{self.number - 1:b}".translate(str.maketrans("01", "()"))
        return {
            "one ( too many only": self._found(extra="("),
            "one ) too many only": self._found(extra=")"),
            "all strings listed": binary.rjust(size, "(")[-size:],
        }


def _endings(text: str, left: int, extra: str = "()") -> int:
    """In how many ways `left` more characters make a semi-balanced string of these; `extra` are the brackets it may have more of.

    With one ( too many, no beginning has more ) than (; with one ) too many, each has at most one more. Such paths are counted
    by reflection.
    """
    heights = [0]
    for bracket in text:
        heights.append(heights[-1] + (1 if bracket == "(" else -1))
    total = 0
    for bracket, end, floor in (("(", 1, 0), (")", -1, -1)):
        down = left - end + heights[-1]
        if bracket in extra and min(heights) >= floor and 0 <= down <= 2 * left and down % 2 == 0:
            past = left + (end - floor) + (heights[-1] - floor) + 2
            total += comb(left, down // 2) - (comb(left, past // 2) if past % 2 == 0 else 0)
    return total
