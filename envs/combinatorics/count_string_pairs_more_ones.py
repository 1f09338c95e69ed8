"""Count the pairs of bit strings in which the first has more ones."""

from collections.abc import Iterable, Mapping
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class CountStringPairsMoreOnes(Environment):
    """How many pairs S, T of bit strings with given patterns have more ones in S than in T; S is at least as long as T.

    The patterns leave three or four bits open at first, one more with each level, and show about half as many. Reward: exact.
    """

    s: str
    t: str

    paper_name = "PairMoreOneCounting"
    max_level = 35  # 39 open bits: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"free": 4 + level}

    @classmethod
    def draw(cls, rng: Random, free: int) -> Self:
        free = rng.randint(free - 1, free)
        free_t = free // 2 - rng.randint(0, free // 4)
        shown_t, shown_s = sorted([rng.randint(max(1, free // 4), free // 2) for _ in range(2)])
        sizes = ((free - free_t, shown_s), (free_t, shown_t))
        s, t = ("".join(rng.sample([*"?" * marks, *rng.choices("01", k=shown)], marks + shown)) for marks, shown in sizes)
        return cls(s=s, t=t)

    def statement(self) -> str:
        return (
            f"Here are the patterns of two strings of bits:\nS: {self.s}\nT: {self.t}\n"
            "Each ? stands for a bit, 0 or 1, chosen on its own. How many pairs of a string S and a string T that fit "
            "these patterns have strictly more ones in S than in T?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Ones of S and zeros of T, taken together, are any set of the open bits; S has more ones where it is large enough."""
        open_s, open_t = self.s.count("?"), self.t.count("?")
        ahead = self.s.count("1") - self.t.count("1") - open_t
        return sum([comb(open_s + open_t, k) for k in range(max(0, 1 - ahead), open_s + open_t + 1)])

    def guesses(self) -> Iterable[int]:
        return [0, 2 ** (self.s + self.t).count("?")]

    def rules(self) -> Mapping[str, int]:
        every = 2 ** (self.s + self.t).count("?")
        n, longest = len(self.t), len(self.s) + len(self.t)
        unknown = sum([comb(longest, k) for k in range(n + 1, longest + 1)])
        return {
            "half of all": every // 2,
            "the share without what is shown": every * unknown // 2**longest,
            "as if nothing were shown": unknown,
        }
