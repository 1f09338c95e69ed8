"""Count the subsequences that three strings share."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class CommonSubsequenceCountingThreeStrings(Environment):
    """How many different strings are subsequences of three strings of up to 4, 6, 8, 10 letters, then one more with each level.

    The letters are a and b, 35 to 65 percent of them expected to be a, and each string has both. Reward: exact.
    """

    strings: Sequence[str]

    paper_name = "ThreeStringCommonSubsequenceCounting"
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 6, 8, 10), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = rng.uniform(0.35, 0.65)
        return cls(strings=["".join(["a" if rng.random() < share else "b" for _ in range(near(rng, n))]) for _ in range(3)])

    def statement(self) -> str:
        first, second, third = map(len, self.strings)
        return (
            "A subsequence of a string comes from deleting some of its characters, perhaps none, and keeping the order of the "
            f"others.\nHere are three strings, of {first}, {second} and {third} characters, one a line:\n"
            + "\n".join(self.strings)
            + "\nHow many different non-empty strings are subsequences of all three? "
            "Each counts once, in however many ways it can be found."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return _common(self.strings)

    def acceptable(self) -> bool:
        return all(len({*string}) == 2 for string in self.strings)

    def rules(self) -> dict[str, int]:
        return {
            "the least of each one alone": min([_common([string]) for string in self.strings]),
            "the least of each two": min([_common(pair) for pair in combinations(self.strings, 2)]),
            "the first two": _common(self.strings[:2]),
        }


def _common(strings: Sequence[str]) -> int:
    """By length: how many common subsequences end at each choice of places when every letter is taken where it comes first."""
    after = [[[string.find(letter, place) + 1 for place in range(len(string) + 1)] for string in strings] for letter in "ab"]
    total, ends = 0, {(0,) * len(strings): 1}
    for _ in min(strings, key=len):
        longer: dict[tuple[int, ...], int] = {}
        for places, ways in ends.items():
            for tables in after:
                following = tuple([table[place] for table, place in zip(tables, places, strict=True)])
                if 0 not in following:
                    longer[following] = longer.get(following, 0) + ways
        total += sum(longer.values())
        ends = longer
    return total
