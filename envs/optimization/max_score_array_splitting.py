"""Cut an array, each cut for the product of the sums on its two sides."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class MaxScoreArraySplitting(OptimizationEnvironment):
    """Cut an array of N integers in about 2 N / 5 places for the largest score; a tenth more integers, and one, with each level.

    Five integers up to 8 at first. From level 3 on, filling block after block up to the average does not succeed.
    Reward: (share of the way from the first positions to the largest score)^20.
    """

    numbers: Sequence[int]
    cuts: int

    paper_name = "MaxDifferentGroupPairDivision"
    max_level = 20
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 7, 9, 11), level, percent=10, plus=1), "largest": min(8 + 4 * level, 30)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)], cuts=2 * (n + 1) // 5)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"It is one block at first. Make exactly {self.cuts} cuts. A cut at position i parts a block between the positions i "
            "and i + 1 into two blocks, and scores the sum of the one times the sum of the other. The sum of all scores, which "
            "does not depend on the order of the cuts, should be as large as possible. Give the positions of the cuts."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.cuts, low=0, high=len(self.numbers) - 2)

    def solve(self) -> list[int]:
        """All products of two blocks make half of the square of the sum, less half of the squares of the blocks' sums.

        So the least sum of these squares for the first integers by their number, in one block, in two, ...
        """
        n, sums = len(self.numbers), [0, *accumulate(self.numbers)]
        best, steps = [total * total for total in sums], []
        for block in range(1, self.cuts + 1):
            found = [(0, 0)] * (block + 1)
            for end in range(block + 1, n - self.cuts + block + 1):
                total = sums[end]
                found.append(min([(best[start] + (total - sums[start]) ** 2, start) for start in range(block, end)]))
            best = [squares for squares, _ in found]
            steps.append(found)
        cuts, end = [], n
        for found in reversed(steps):
            end = found[end][1]
            cuts.append(end - 1)
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        """Each cut scores the block to its left times all that is right of it, with the cuts made from left to right."""
        score, left = 0, sum(self.numbers)
        for before, cut in pairwise([-1, *answer]):
            block = sum(self.numbers[before + 1 : cut + 1])
            left -= block
            score += block * left
        return score

    def baseline(self) -> int:
        return self.objective(range(self.cuts))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._filled()] if len(self.numbers) > 9 else []

    def _filled(self) -> list[int]:
        """Each block ends where it is nearest to the average of those that are still to be made."""
        cuts: list[int] = []
        left, block, blocks = sum(self.numbers), 0, self.cuts + 1
        for position, number in enumerate(self.numbers):
            enough = abs(block * blocks - left) <= abs((block + number) * blocks - left)
            if block and blocks > 1 and (enough or len(self.numbers) - position < blocks):
                cuts.append(position - 1)
                left, block, blocks = left - block, 0, blocks - 1
            block += number
        return cuts

    def rules(self) -> Mapping[str, Sequence[int]]:
        places = range(len(self.numbers) - 1)
        sums, cut, joined = [*accumulate(self.numbers)], [], [*places]
        near: list[int] = []
        for part in range(1, self.cuts + 1):
            left = [place for place in places if place not in near]
            near.append(min(left, key=lambda place: abs(sums[place] * (self.cuts + 1) - sums[-1] * part)))
            cut = max([sorted([*cut, place]) for place in places if place not in cut], key=self.objective)
        while len(joined) > self.cuts:
            joined = max([[place for place in joined if place != other] for other in joined], key=self.objective)
        found = {"block by block": self._filled(), "equal sums": sorted(near), "cut by cut": cut, "join by join": joined}
        valid = [cuts for cuts in found.values() if len(cuts) == self.cuts]
        return {**found, "best of these": max(valid, key=self.objective)}
