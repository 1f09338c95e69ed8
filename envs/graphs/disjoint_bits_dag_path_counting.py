"""Count paths between integers whose arcs join larger ones without a common binary one."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class DisjointBitsDagPathCounting(Environment):
    """Paths from S to T where an arc leads from s to each larger t that shares no binary one with it; T gets longer.

    S has at most two binary digits at first, and one more with every two levels; T has five, and one more with each level.
    Reward: exact.
    """

    start: str
    end: str

    paper_name = "BitAndZero_PathCounting"
    max_level = 45

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"start": 2 + min(level, 1 + level // 2), "end": 5 + level}

    @classmethod
    def draw(cls, rng: Random, start: int, end: int) -> Self:
        lengths = rng.randint(max(1, start - 2), start), end - rng.randint(0, end // 10)
        start, end = ("1" + "".join(rng.choices("01", k=length - 1)) for length in lengths)
        return cls(start=start, end=end)

    def statement(self) -> str:
        return (
            "A directed graph has all non-negative integers as its vertices. There is an arc from s to t exactly when s < t and "
            "no binary place has a 1 both in s and in t. Count the paths along the arcs from S to T, both written in binary:\n"
            f"S = {self.start}\nT = {self.end}\nGive the number of paths modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Place by place from the top, by the number k of vertices before T that have a one there or higher.

        The digits of these at a place, followed by that of T, are no two ones side by side: where the first of them, b, and
        that of T, t, are given, a Fibonacci number of ways.
        """
        fibonacci = [0, 1]
        for place in range(len(self.end)):
            fibonacci.append(fibonacci[place] + fibonacci[place + 1])
        first = len(self.end) - len(self.start)  # the place of the leading one of S
        ways = [1]
        for place in range(1, len(self.end)):
            t = int(self.end[place])
            begun = [count * fibonacci[k + 1 - t] for k, count in enumerate(ways)]  # one more vertex has its leading one here
            if place < first:
                same = [count * fibonacci[k + 2 - t] for k, count in enumerate(ways)]
                ways = [old + new for old, new in zip([*same, 0], [0, *begun], strict=True)]
            elif place == first:
                ways = [0, *begun]
            else:
                b = int(self.start[place - first])
                ways = [0, *[count * fibonacci[k + 1 - b - t] for k, count in enumerate(ways) if k]]
        return sum(ways) % MODULUS

    def acceptable(self) -> bool:
        return len(self.end) > 5 or self.reference < 20

    def guesses(self) -> Iterable[int]:
        return [0, 1, 2] if len(self.end) > 7 else [0, 1]

    def rules(self) -> Mapping[str, int]:
        return {"integers without a common one with T": 2 ** self.end.count("0") % MODULUS}
