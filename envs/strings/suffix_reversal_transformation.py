"""Turn one string into another by moving reversed suffixes to the front."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from string import ascii_lowercase
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class SuffixReversalTransformation(ConstraintEnvironment):
    """Numbers x, each of which moves the last x letters to the front and reverses them, that turn a string into another.

    Four different letters and two moves at first; one more letter with each level, and one more move every other level. No
    single move is enough.
    Reward: (share of letters that are in their places in the end)^5.
    """

    source: str
    target: str
    solution: Sequence[int] = hidden()

    paper_name = "StringReversalConstruction"
    max_level = 22
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "moves": 2 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, moves: int) -> Self:
        source = "".join(rng.sample(ascii_lowercase, n))
        solution = [rng.randint(1, n) for _ in range(moves)]
        return cls(source=source, target=_moved(source, solution), solution=solution)

    def statement(self) -> str:
        n = len(self.source)
        return (
            f"Here are two strings of {n} letters:\n{self.source}\n{self.target}\n"
            f"A move has a number x from 0 to {n}: it takes away the last x letters of the present string, reverses their order "
            "and puts them in front of the letters that are left. Turn the first string into the second. "
            f"Give the numbers of your moves in order; 1 to {3 * n} moves are allowed."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.source)
        return IntegerList(max_length=3 * n, low=0, high=n)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum(map(str.__eq__, _moved(self.source, answer), self.target)), len(self.target)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[x] for x in range(len(self.source) + 1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Move after move the one that puts most letters in their places; each letter to the front, the last one first."""
        n, row, chosen = len(self.source), self.source, []
        for _ in range(3 * n):
            if row == self.target:
                break
            x = max(range(n + 1), key=lambda x: sum(map(str.__eq__, _moved(row, [x]), self.target)))
            chosen.append(x)
            row = _moved(row, [x])
        row, brought = self.source, []
        for letter in self.target[::-1]:
            brought.append(n - row.index(letter))
            row = _moved(row, brought[-1:])
        return {"most in their places": chosen, "letter after letter": brought}


def _moved(text: str, moves: Iterable[int]) -> str:
    for x in moves:
        rest = len(text) - x
        text = text[rest:][::-1] + text[:rest]
    return text
