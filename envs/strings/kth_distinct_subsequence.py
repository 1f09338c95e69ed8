"""Find the K-th of the subsequences of a string in dictionary order."""

from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text, grow


class KthDistinctSubsequence(Environment):
    """Number K of the different subsequences of N letters a and b in dictionary order; a tenth more letters, and one, a level.

    N is 4 at first, K any number of a subsequence. Reward: 1 for that subsequence, else 0.
    """

    text: str
    number: int

    paper_name = "KthSubsequence"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = rng.uniform(0.35, 0.65)
        letters = ["a", "b"] + ["a" if rng.random() < share else "b" for _ in range(n - 2)]
        rng.shuffle(letters)
        text = "".join(letters)
        return cls(text=text, number=rng.randint(1, sum(_beginning_with(text).values()) - 1))

    def statement(self) -> str:
        return (
            "A subsequence of a string comes from deleting some of its characters, perhaps none, and keeping the order of the "
            f"others.\nHere is a string of {len(self.text)} characters:\n{self.text}\n"
            "List all its different non-empty subsequences, each once, in dictionary order: a comes before b, "
            "and a string before all longer ones that begin with it. "
            f"Which one is number {self.number} of the list, when the first is number 1?"
        )
