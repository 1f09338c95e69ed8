"""Count the sets of strings none of which is the beginning of another."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class PrefixFreeSubsetCounting(Environment):
    """How many non-empty sets of N given strings hold no string that is a prefix of another; one more string with each level.

    Four strings at first. Two of three begin with an earlier one. Reward: exact.
    """

    strings: Sequence[str]

    paper_name = "ZeroPrefixSubsetCounting"
    max_level = 34  # counts of 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        strings: list[str] = []
        for _ in range(n):
            text = rng.choice(strings) if strings and rng.randrange(3) else ""
            text += "".join(rng.choices("ab", k=rng.randint(1, 2)))
            while text in strings:
                text += rng.choice("ab")
            strings.append(text)
        rng.shuffle(strings)
        return cls(strings=strings)

    def statement(self) -> str:
        return (
            f"Here are {len(self.strings)} different strings, separated by spaces:\n{' '.join(self.strings)}\n"
            "A string is a prefix of another one if the other one begins with it. How many non-empty sets of these strings hold "
            "no string that is a prefix of another string in the set? Sets of a single string count, too."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1, high=2 ** len(self.strings) - 1)

    def solve(self) -> int:
        """In alphabetical order, what begins with a string follows it directly: skip the string, or take it and skip those."""
        strings = sorted(self.strings)
        ways = [1]  # for the sets, the empty one included, of the strings from each place on; reversed
        after = [0] * len(strings)
        for i in range(len(strings))[::-1]:
            after[i] = i + 1
            while after[i] < len(strings) and strings[after[i]].startswith(strings[i]):
                after[i] = after[after[i]]
            ways.append(ways[-1] + ways[len(strings) - after[i]])
        return ways[-1] - 1

    def rules(self) -> Mapping[str, int]:
        """At most two strings; each pair of prefix and longer string taken off by itself; only strings that begin no other."""
        n = len(self.strings)
        begun = {(s, t) for s in self.strings for t in self.strings if s != t and t.startswith(s)}
        last = n - len({s for s, _ in begun})
        return {
            "at most two strings": n + n * (n - 1) // 2 - len(begun),
            "pairs taken off": 2**n - 1 - len(begun) * 2 ** (n - 2),
            "ends and single others": 2**last - 1 + n - last,
        }
