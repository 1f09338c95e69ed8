"""Find the K-th of the bracket strings that one deletion makes balanced."""

from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text


class KthSemiBalancedBrackets(Environment):
    """Number K of the semi-balanced bracket strings that begin in a given way, 0 for ( and 1 for ); one bit more to find with
    each level.

    Four bits are to be found at first. One or three are given at level 0, four or six at level 1, then five or seven, and
    six or eight where an odd number is to be found.
    Reward: 1 for these bits, else 0.
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
            start += rng.choices("01", [_endings(start + bit, left) for bit in "01"])[0]
        return cls(start=start, length=length, number=rng.randint(1, _endings(start, open)))

    def statement(self) -> str:
        return (
            "A string of the bits 0 and 1 is balanced when it has as many 0s as 1s and no beginning of it has more 1s than 0s "
            "(so 0 opens a bracket and 1 closes it); the empty string is balanced. It is semi-balanced when deleting one of its "
            "bits can make it balanced.\n"
            f"List the semi-balanced strings of {self.length} bits that begin with {self.start} in dictionary order. Give the "
            f"last {self.length - len(self.start)} bits of number {self.number} of the list, the first being number 1."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("01", length=self.length - len(self.start))

    def solve(self) -> str:
        return self._found(extra="01")

    def _found(self, extra: str) -> str:
        """Bit by bit; where the rank is beyond all strings that go on with 0, these are passed."""
        text, rank = self.start, self.number
        while len(text) < self.length:
            opening = _endings(text + "0", self.length - len(text) - 1, extra)
            text += "0" if rank <= opening else "1"
            rank -= 0 if rank <= opening else opening
        return text[len(self.start) :]

    def rules(self) -> dict[str, str]:
        size = self.length - len(self.start)
        return {
            "one 0 too many only": self._found(extra="0"),
            "one 1 too many only": self._found(extra="1"),
            "all strings listed": f"{self.number - 1:0{size}b}"[-size:],
        }


def _endings(text: str, left: int, extra: str = "01") -> int:
    """In how many ways `left` more characters make a semi-balanced string of these; `extra` are the bits it may have more of.

    With one 0 too many, no beginning has more 1s than 0s; with one 1 too many, each has at most one more. Such paths are counted
    by reflection.
    """
    heights = [0]
    for bit in text:
        heights.append(heights[-1] + (1 if bit == "0" else -1))
    total = 0
    for bit, end, floor in (("0", 1, 0), ("1", -1, -1)):
        down = left - end + heights[-1]
        if bit in extra and min(heights) >= floor and 0 <= down <= 2 * left and down % 2 == 0:
            past = left + (end - floor) + (heights[-1] - floor) + 2
            total += comb(left, down // 2) - (comb(left, past // 2) if past % 2 == 0 else 0)
    return total
