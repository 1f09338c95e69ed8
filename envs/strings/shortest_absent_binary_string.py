"""Find the first of the shortest strings that a string does not contain."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text
from rlve.envs.toolkit.sizes import near, rungs


class ShortestAbsentBinaryString(Environment):
    """The shortest string of a and b that is no block of a given one, the alphabetically first of these.

    The given string has eight to ten letters at first, 36 to 45 at level 3, and a fifth more with each level from there on.
    It is random, less one block, which is so short that nearly all others of its length occur; long runs of both letters are put
    in. Reward: exact.
    """

    text: str

    paper_name = "MinNonsubstring"
    max_level = 28

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((10, 14, 20, 45), level, percent=20)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        absent = "".join(rng.choices("ab", k=2 + (n // 18).bit_length()))
        letters = rng.choices("ab", k=near(rng, n))
        for letter in "ab":
            start = rng.randint(0, len(letters) - len(absent))
            letters[start : start + len(absent)] = letter * len(absent)
        text = ""
        for letter in letters:
            text += letter
            if text.endswith(absent):
                text = text[:-1] + ("a" if text[-1] == "b" else "b")
        return cls(text=text)

    def statement(self) -> str:
        return (
            f"Here is a string of {len(self.text)} characters:\n{self.text}\n"
            "Which is the shortest string of one or more letters a and b that does not occur in it as a block of neighbouring "
            "characters? If several are equally short, give the alphabetically first of these."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("ab", max_length=len(self.text).bit_length())  # there are more strings of that length than blocks

    def solve(self) -> str:
        """By length; blocks of a length are read as binary numbers, and the first number that is missing is the answer."""
        length, number, bits = 0, 1, self.text.translate(str.maketrans("ab", "01"))
        while number >= 1 << length:
            length += 1
            present = {int(bits[i : i + length], 2) for i in range(len(bits) - length + 1)}
            number = next(k for k in range(len(present) + 1) if k not in present)
        return f"{number:0{length}b}".translate(str.maketrans("01", "ab"))

    def guesses(self) -> Iterable[str]:
        return ["a", "b"]

    def rules(self) -> Mapping[str, str]:
        """One more than the longest run; letters added one by one, each the rarer one after what there is."""
        found = {}
        for letter in "ab":
            run = 1
            while letter * run in self.text:
                run += 1
            found[f"run of {letter}"] = letter * run
        rare = ""
        while rare in self.text:
            rare += min("ab", key=lambda letter: sum([self.text.startswith(rare + letter, i) for i in range(len(self.text))]))
        return found | {"rarer letter next": rare}
