"""Find characters of the infinite string that grows by its own rotations."""

from collections.abc import Mapping, Sequence
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve import AnswerFormat, Environment, Text


class RotatedStringDoublingCharacter(Environment):
    """Characters of a string that is followed by itself, its last letter moved to the front, again and again.

    Three different letters at first, one more every other level. Two positions are asked for at first, one more every other
    level; they lie below four times the first length, and from level to level this bound doubles. From level 3 on one position
    is the first of a new half. Reward: 1 when all are right, else 0.
    """

    text: str
    positions: Sequence[int]

    paper_name = "SecretCowCode"
    max_level = 40  # 23 letters, 22 positions of 14 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level // 2, "doublings": 2 + level, "questions": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, doublings: int, questions: int) -> Self:
        text = "".join(rng.sample(ascii_lowercase, n))
        low, high = n << doublings - 2, n << doublings
        positions = rng.sample(range(low, high), questions)
        if doublings > 4:
            halves = rng.randrange(low // n, high // n)
            positions[0] = halves * n + halves.bit_count() - 1  # its last second half begins there
        return cls(text=text, positions=sorted(positions))

    def statement(self) -> str:
        return (
            f"A string starts as {self.text}. In each step it gets twice as long: behind it comes a copy of it whose last letter "
            "has been moved to the copy's front. After enough steps, which letters stand at the positions "
            f"{', '.join(map(str, self.positions[:-1]))} and {self.positions[-1]}, in this order? Positions count from 0."
        )

    def answer_format(self) -> AnswerFormat:
        return Text(ascii_lowercase, length=len(self.positions))

    def solve(self) -> str:
        """In a second half, a letter comes from one place earlier in the first half, the first one from its end."""
        n, letters = len(self.text), []
        for position in self.positions:
            while position >= n:
                half = n << (position // n).bit_length() - 1
                position = (position - 1 - half) % half
            letters.append(self.text[position])
        return "".join(letters)

    def rules(self) -> Mapping[str, str]:
        """As if nothing were moved; as if each half moved a letter by one place in the first string, cyclically."""
        n = len(self.text)
        places = {
            "nothing moves": [p % n for p in self.positions],
            "one place": [(p - 1) % n for p in self.positions],
            "one place for each second half": [(p - (p // n).bit_count()) % n for p in self.positions],
        }
        return {name: "".join([self.text[i] for i in found]) for name, found in places.items()}
