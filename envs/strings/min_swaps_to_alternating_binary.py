"""Make a binary string alternate by as few swaps as possible."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment


class MinSwapsToAlternatingBinary(OptimizationEnvironment):
    """Swaps of two characters each that make a binary string alternate; two more characters with each level.

    Eight characters at first, half of them zeros, and one swap. One of the two alternating strings is just nearer than the
    other. Whether the first character stays, and whether the last one does, is drawn by itself.
    Reward: (fewest swaps / swaps made)^5, and nearly nothing if the string does not alternate in the end.
    """

    text: str

    paper_name = "BinaryAlternation"
    max_level = 40
    goal = "minimum"
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 8 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        swaps = (n - 1) // 4
        even, odd = rng.sample(range(2, n, 2), swaps), rng.sample(range(1, n - 1, 2), swaps)
        even[0], odd[0] = rng.choice((even[0], 0)), rng.choice((odd[0], n - 1))
        first = rng.randrange(2)
        return cls(text="".join([str((first + i + (i in even or i in odd)) % 2) for i in range(n)]))

    def statement(self) -> str:
        n = len(self.text)
        return (
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            "A swap exchanges the characters at two positions, however far apart; all others stay. Make the string alternate, "
            "so that no two equal characters are neighbours, by as few swaps as possible. "
            f"Give the two positions of each swap, in the order in which the swaps are made, at most {n // 2} swaps."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.text)
        return IntegerList(min_length=2, max_length=n // 2 * 2, low=0, high=n - 1, pairs=True)

    def solve(self) -> list[int]:
        return min(self._swaps("0"), self._swaps("1"), key=len)

    def _swaps(self, first: str) -> list[int]:
        """Each wrong zero with a wrong one, where the string is to begin with `first`."""
        wrong: dict[str, list[int]] = {"0": [], "1": []}
        for place, symbol in enumerate(self.text):
            if (symbol == first) == place % 2:
                wrong[symbol].append(place)
        return [place for pair in zip(wrong["0"], wrong["1"], strict=True) for place in pair]

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("a swap has two positions")
        row = [*self.text]
        for i, j in zip(answer[::2], answer[1::2], strict=True):
            row[i], row[j] = row[j], row[i]
        return len(answer) // 2 if all(a != b for a, b in pairwise(row)) else len(row)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Keep the first character, or the last, or let a zero be first; bring each character from the nearest place behind."""
        found = {
            "first stays": self._swaps(self.text[0]),
            "last stays": self._swaps("10"[int(self.text[-1])]),
            "zero first": self._swaps("0"),
        }
        row, nearest = [*self.text], []
        for i in range(1, len(row)):
            if row[i] == row[i - 1]:
                j = next((j for j in range(i, len(row)) if row[j] != row[i]), i)
                row[i], row[j] = row[j], row[i]
                nearest += [i, j]
        return found | {"from the nearest": nearest}
