"""Split an array into batches whose sums have few ones in all."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow


class MinOrOfBatchSums(OptimizationEnvironment):
    """Split N integers into at most K consecutive batches such that the bitwise or of the batch sums is smallest.

    Five integers and two batches at first; a tenth more integers, and one, with each level, and from half to two thirds as many
    batches. Up to level 2 the integers grow towards one end, so that two even batches are seldom best.
    Reward: (share of the way from a single batch to the optimum)^8.
    """

    numbers: Sequence[int]
    batches: int

    paper_name = "MinDivisionSumXor"
    max_level = 25
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(1, n * (place if n < 8 else n // 2) + 1) for place in range(1, n + 1)]
        return cls(numbers=numbers[:: rng.choice((1, -1))], batches=rng.randint(n // 2, max(2, (2 * n - 2) // 3)))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Split it into at most {self.batches} batches of one or more consecutive integers; a single batch is allowed. Take "
            "the sum of each batch, and the bitwise or of these sums: in binary, it has a 1 in exactly those places in which at "
            "least one of the sums has a 1. Make the bitwise or as small as possible. Give the position of the last integer of "
            f"each batch, {n - 1} included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.batches, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """Keep each digit 0, the highest first, if the batches whose sums have it 0, as the ones before, still suffice."""
        n, before = len(self.numbers), self._sums()
        allowed = [[(start, before[end] - before[start]) for start in range(end)] for end in range(1, n + 1)]
        best = [n - 1]
        for digit in range(before[n].bit_length() - 1, -1, -1):
            one = 1 << digit
            fewer = [[batch for batch in ending if not batch[1] & one] for ending in allowed]
            lasts = _fewest(fewer) if fewer[-1] else []
            if 0 < len(lasts) <= self.batches:
                allowed, best = fewer, lasts
        return best

    def _sums(self) -> list[int]:
        sums = [0]
        for number in self.numbers:
            sums.append(sums[-1] + number)
        return sums

    def objective(self, answer: Sequence[int], /) -> int:
        if answer[-1] != len(self.numbers) - 1:
            raise Infeasible("the last batch does not end at the last position")
        value, before = 0, self._sums()
        for start, end in pairwise([0, *[last + 1 for last in answer]]):
            value |= before[end] - before[start]
        return value

    def baseline(self) -> int:
        return sum(self.numbers)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.numbers)
        if n < 6:
            return []
        return [[n - 1], [n * part // self.batches - 1 for part in range(1, self.batches + 1)]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """One cut after the other, each the best; batches that are all at most as large as they need be."""
        n, cuts = len(self.numbers), [len(self.numbers) - 1]
        for _ in range(self.batches - 1):
            cuts = min([cuts, *[sorted([*cuts, cut]) for cut in range(n - 1) if cut not in cuts]], key=self.objective)
        for most in range(max(self.numbers), sum(self.numbers) + 1):
            ends, total = [], 0
            for position, number in enumerate(self.numbers):
                total += number
                if total > most:
                    ends.append(position - 1)
                    total = number
            if len(ends) < self.batches:
                break
        return {"one cut after the other": cuts, "the least largest sum": [*ends, n - 1]}


def _fewest(batches: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """The last positions of the fewest batches that make up all, given by last position with their starts; else none."""
    unreached = len(batches) + 1
    count, start_of = [0], []
    for ending in batches:
        starts = [(count[start], start) for start, _ in ending]
        fewest, best = min(starts) if starts else (unreached, 0)
        count.append(min(fewest + 1, unreached))
        start_of.append(best)
    lasts, end = [], len(batches)
    while end and count[-1] < unreached:
        lasts.append(end - 1)
        end = start_of[end - 1]
    return lasts[::-1]
