"""Cut an array, each cut for the product of the sums on its two sides."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow


class MaxScoreArraySplitting(OptimizationEnvironment):
    """Cut an array of N integers K times for the largest score; a tenth more integers, and one, with each level."""

    numbers: Sequence[int]
    cuts: int

    paper_name = "MaxDifferentGroupPairDivision"
    max_level = 20
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "largest": min(5 + 2 * level, 20)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)], cuts=n // 2)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"It is one block at first. Make exactly {self.cuts} cuts. A cut at position i parts a block between the positions i "
            "and i + 1 into two blocks, and scores the sum of the one times the sum of the other. The sum of the scores, which "
            "does not depend on the order of the cuts, should be as large as possible. Give the positions of the cuts."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.cuts, low=0, high=len(self.numbers) - 2)

    def solve(self) -> list[int]:
        """The score is half of what the squares of the blocks' sums leave of the square of the whole sum.

        So the least sum of squares for the first integers by their number, in one block, in two, ...
        """
        n = len(self.numbers)
        sums = [0, *accumulate(self.numbers)]
        best, starts = [total * total for total in sums], []
        for block in range(1, self.cuts + 1):
            found = [(0, 0)] * (block + 1)
            for end in range(block + 1, n - self.cuts + block + 1):
                total = sums[end]
                found.append(min([(best[start] + (total - sums[start]) ** 2, start) for start in range(block, end)]))
            best = [squares for squares, _ in found]
            starts.append([start for _, start in found])
        cuts, end = [], n
        for step in reversed(starts):
            end = step[end]
            cuts.append(end - 1)
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        sums = [sum(self.numbers[start:end]) for start, end in pairwise([0, *[cut + 1 for cut in answer], len(self.numbers)])]
        return (sum(sums) ** 2 - sum([total * total for total in sums])) // 2

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, places = len(self.numbers), range(len(self.numbers) - 1)
        sums = [*accumulate(self.numbers)]
        targets = [sums[-1] * part / (self.cuts + 1) for part in range(1, self.cuts + 1)]
        near: list[int] = []
        for t in targets:
            left = [place for place in places if place not in near]
            near.append(min(left, key=lambda place: abs(sums[place] - t)))
        single: list[int] = []
        for _ in range(self.cuts):
            left = [place for place in places if place not in single]
            single.append(max(left, key=lambda place: self.objective(sorted([*single, place]))))
        joined = list(places)
        while len(joined) > self.cuts:
            joined = max([[cut for cut in joined if cut != other] for other in joined], key=self.objective)
        big = sorted(sorted(places, key=lambda i: -self.numbers[i]*self.numbers[i+1])[:self.cuts])
        equal = [n * part // (self.cuts + 1) - 1 for part in range(1, self.cuts + 1)]
        found = {"near equal sums": sorted(near), "cut by cut": sorted(single), "join": joined, "equal": equal, "big": big}
        return {**found, "best of these": max(found.values(), key=self.objective)}
