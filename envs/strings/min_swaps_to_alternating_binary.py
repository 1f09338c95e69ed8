"""Make a binary string alternate by as few swaps as possible."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class MinSwapsToAlternatingBinary(OptimizationEnvironment):
    """Swaps of two characters each that make a binary string alternate; two, later four more characters with each level.

    Eight characters at first, half of them zeros, and one swap. One of the two alternating strings is just nearer than the
    other. Whether the first character stays, and whether the last one does, is drawn by itself; from level 3 on also whether
    the longest block that alternates does.
    Reward: (fewest swaps / swaps made)^5, and nearly nothing if the string does not alternate in the end.
    """

    text: str

    paper_name = "BinaryAlternation"
    max_level = 24
    goal = "minimum"
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((8, 10, 14), level, plus=4)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        ends = [end for end in (0, n - 1) if rng.randrange(2)]
        wrong = _wrong(rng, n, ends)
        if n > 14 and rng.randrange(2):  # a block of four that are all wrong, and few are right in a row
            wrong = min([_wrong(rng, n, ends, rng.randint(1, n - 5)) for _ in range(8)], key=lambda wrong: _gap(n, wrong))
        first = rng.randrange(2)
        return cls(text="".join([str((first + i + (i in wrong)) % 2) for i in range(n)]))

    def statement(self) -> str:
        n = len(self.text)
        return (
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            "A swap exchanges the characters at two positions, however far apart; all others stay. Make the string alternate, "
            "so that no two equal characters are neighbours, by as few swaps as possible. "
            f"Give the two positions of each swap, in the order in which the swaps are made; at most {n // 2} swaps are allowed."
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
        """Keep the first or last character or the longest block; a zero first; bring each character from the nearest place."""
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
        blocks = [0, *[i for i in range(1, len(row)) if self.text[i] == self.text[i - 1]], len(row)]
        longest = max(pairwise(blocks), key=lambda block: block[1] - block[0])[0]
        found["longest block stays"] = self._swaps("01"[int(self.text[longest]) ^ longest % 2])
        return found | {"from the nearest": nearest}


def _wrong(rng: Random, n: int, ends: Sequence[int], block: int | None = None) -> list[int]:
    """Of N places as many even as odd ones, just less than half of all: these ends, four from `block` on, and others."""
    wrong = [*ends] if block is None else [*ends, *range(block, block + 4)]
    for parity in range(2):
        missing = (n - 1) // 4 - sum([i % 2 == parity for i in wrong])
        wrong += rng.sample([i for i in range(2 - parity, n - 1, 2) if i not in wrong], missing)
    return wrong


def _gap(n: int, wrong: Sequence[int]) -> int:
    """The most places between neighbouring wrong ones."""
    return max([j - i for i, j in pairwise([-1, *sorted(wrong), n])]) - 1
