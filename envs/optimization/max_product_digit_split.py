"""Cut a row of digits into parts whose product is as large as possible."""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment

LONGEST = 3


class MaxProductDigitSplit(OptimizationEnvironment):
    """Cut N digits into a given number of parts, of at most three digits each, with the largest product.

    Four digits in two parts at first, two more with each level, in parts of two and a half on average. From level 3 on there are
    only two different digits, and the best cut first, then the best one after that, does not succeed.
    Reward: (product / largest product)^10.
    """

    digits: str
    parts: int

    paper_name = "MaxMultSplit"
    max_level = 20
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        different = 9 if n < 10 else 2
        return cls(digits="".join(rng.choices(rng.sample("123456789", different), k=n)), parts=(2 * n + 4) // 5)

    def statement(self) -> str:
        return (
            f"Here is a row of {len(self.digits)} digits:\n{self.digits}\n"
            f"Cut it into exactly {self.parts} parts of 1 to {LONGEST} digits each, and read each part as an integer. Make the "
            "product of these integers as large as possible. Give them from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.parts, low=1)

    def solve(self) -> list[int]:
        """The largest product of the first digits by their number, in one part, in two, ..."""
        digits, n = self.digits, len(self.digits)
        best = {0: 1}
        starts: list[dict[int, int]] = []  # of the last part, by the number of digits
        for _ in range(self.parts):
            before, best, start = best, {}, {}
            for begin, product in before.items():
                for end in range(begin + 1, min(begin + LONGEST, n) + 1):
                    if (larger := product * int(digits[begin:end])) > best.get(end, 0):
                        best[end], start[end] = larger, begin
            starts.append(start)
        end, parts = n, []
        for start in reversed(starts):
            begin = start[end]
            parts.append(int(digits[begin:end]))
            end = begin
        return parts[::-1]

    def objective(self, answer: Sequence[int], /) -> int:
        if "".join(map(str, answer)) != self.digits:
            raise Infeasible(f"the parts, one behind the other, are not {self.digits}")
        if max(answer) >= 10**LONGEST:
            raise Infeasible(f"a part has more than {LONGEST} digits")
        return prod(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._cut_by_cut()] if len(self.digits) > 9 else []

    def _cut_by_cut(self) -> list[int]:
        """Each time the cut for which the product is largest, if it leaves no more cuts to be made than there are."""
        parts = [self.digits]
        while len(parts) < self.parts:
            needed, product = sum(map(_least_parts, parts)), prod(map(int, parts))
            ways = [
                (product // int(part) * int(part[:end]) * int(part[end:]), number, end)
                for number, part in enumerate(parts)
                for end in range(1, len(part))
                if needed - _least_parts(part) + _least_parts(part[:end]) + _least_parts(part[end:]) <= self.parts
            ]
            _, number, end = max(ways)
            parts[number : number + 1] = [parts[number][:end], parts[number][end:]]
        return [*map(int, parts)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Cut by cut; or from single digits on, and join the two parts for which the product is largest."""
        joined = list(self.digits)
        while len(joined) > self.parts:
            ways = [[*joined[:i], joined[i] + joined[i + 1], *joined[i + 2 :]] for i in range(len(joined) - 1)]
            joined = max(ways, key=lambda parts: (max(map(len, parts)) <= LONGEST, prod(map(int, parts))))
        found = {"cut by cut": self._cut_by_cut()}
        if max(map(len, joined)) <= LONGEST:
            found["join by join"] = [*map(int, joined)]
        return {**found, "best of these": max(found.values(), key=prod)}


def _least_parts(digits: str) -> int:
    return -(-len(digits) // LONGEST)
