"""Cut an array into batches with few different integers each."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class PartitionMinSumSquaredDistinct(OptimizationEnvironment):
    """Cut N integers into batches; one with k different integers costs k^2. A tenth more integers, and one, with each level.

    Eight integers at first, seventeen at level 3. From there on neither cutting between any two different neighbours nor batches
    with up to two, or three, different integers from left to right are best. Reward: (least cost / cost)^10.
    """

    numbers: Sequence[int]

    paper_name = "CleaningUp"
    max_level = 20
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((8, 10, 13, 17), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        kinds = range(1, 5 if n < 17 else 4 + n // 6)
        lengths = ((2, 3), (5, 6)) if n < 17 else ((2, 3), (5, 7), (9, 12))
        numbers: list[int] = []
        block: list[int] = []
        different = rng.randint(1, 2)
        while len(numbers) < n:
            different = 3 - different if n < 17 else rng.randint(1, 3)
            block = rng.sample([kind for kind in kinds if kind not in block or n > 16], different)
            for _ in range(rng.randint(*lengths[different - 1])):
                numbers.append(rng.choice([kind for kind in block if n > 16 or [kind] != numbers[-1:]] or block))
        return cls(numbers[:n])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Cut it into at least two batches of neighbouring integers. A batch with k different integers costs k^2. Make the "
            "sum of the costs as small as possible. Give the position of the first integer of each batch but the first batch."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(min_length=1, max_length=n - 1, low=1, high=n - 1)

    def solve(self) -> list[int]:
        """The least cost of the first integers, by their number."""
        n = len(self.numbers)
        best, starts = [0], [0]
        for end in range(1, n + 1):
            options, seen = [], set()
            for start in range(end - 1, -1 if end < n else 0, -1):
                seen.add(self.numbers[start])
                options.append((best[start] + len(seen) ** 2, start))
            cost, start = min(options)
            best.append(cost)
            starts.append(start)
        cuts = [starts[n]]
        while starts[cuts[-1]]:
            cuts.append(starts[cuts[-1]])
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        return sum([len({*self.numbers[start:end]}) ** 2 for start, end in pairwise([0, *answer, len(self.numbers)])])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._up_to(most) for most in ((1, 2, 3) if len(self.numbers) > 16 else (1,))]

    def rules(self) -> Mapping[str, Sequence[int]]:
        chosen: list[int] = []
        n = len(self.numbers)
        while len(chosen) < n - 1:
            more = min([sorted([*chosen, i]) for i in range(1, n) if i not in chosen], key=self.objective)
            if chosen and self.objective(more) >= self.objective(chosen):
                break
            chosen = more
        return {
            **{f"up to {most} different integers": self._up_to(most) for most in (1, 2, 3)},
            "best cut first": chosen,
        }

    def _up_to(self, most: int) -> list[int]:
        """From the left, each batch as long as it can be with so many different integers at most."""
        cuts, seen = [], set()
        for position, number in enumerate(self.numbers):
            if number not in seen and len(seen) == most:
                cuts.append(position)
                seen = set()
            seen.add(number)
        return cuts or [len(self.numbers) - 1]
