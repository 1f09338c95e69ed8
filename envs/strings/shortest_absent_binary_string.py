"""Find the first of the shortest strings that a string does not contain."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text
from rlve.envs.toolkit.sizes import near, rungs


class ShortestAbsentBinaryString(Environment):
    """The shortest string of a and b that is no block of a given one, the alphabetically first of these.

    The given string has five or six letters at first, 21 to 26 at level 3, and a fifth more with each level from there on. It is
    random but for one block that never occurs; that is as long as leaves room for nearly all others of its length.
    Reward: exact.
    """

    text: str

    paper_name = "MinNonsubstring"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((6, 8, 12, 26), level, percent=20)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        length = 1
        while 5 << length < 2 * n:
            length += 1
        absent = "".join(rng.choices("ab", k=length))
        text = ""
        for _ in range(near(rng, n)):
            text += rng.choice("ab")
            if text.endswith(absent):
                text = text[:-1] + ("a" if text[-1] == "b" else "b")
        return cls(text=text)

    def statement(self) -> str:
        return (
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            "Among all strings over a and b of at least one character that do not occur in it as a block of neighbouring "
            "characters, take the shortest ones. Give the alphabetically first of these."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("ab", max_length=len(self.text).bit_length())  # there are more strings of that length than blocks

    def solve(self) -> str:
        """By length; blocks of a length are read as binary numbers, and the first number that is missing is the answer."""
        length, bits = 0, self.text.translate(str.maketrans("ab", "01"))
        number = 0
        while not number < 1 << length:
            length += 1
            present = {int(bits[i : i + length], 2) for i in range(len(bits) - length + 1)}
            number = next(k for k in range(len(present) + 1) if k not in present)
        return f"{number:0{length}b}".translate(str.maketrans("01", "ab"))
