"""Cut a row of tasks into batches so that their weighted finish times are least."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class BatchSchedulingWithStartup(OptimizationEnvironment):
    """Cut N tasks into batches, each with a startup time, for the least sum of weight times finish time.

    Four tasks at first, eight or nine at level 3, then a tenth more, and one, with each level. Times and weights are up to 4 at
    first, and nearly equal from level 3 on: then the best single cut is seldom one of the best cuts.
    Reward: (least cost / cost)^60.
    """

    startup: int
    tasks: Sequence[Sequence[int]]

    paper_name = "TaskArrangement"
    max_level = 20
    goal = "minimum"
    exponent = 60

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 8), level, percent=10, plus=1), "largest": min(4 + 2 * level, 10)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        if n < 8:
            tasks = [(rng.randint(1, largest), rng.randint(1, largest)) for _ in range(n)]
            return cls(startup=rng.randint(1, largest - 1), tasks=tasks)
        tasks = [(rng.randint(14, 20), rng.randint(6, 10)) for _ in range(n + rng.randrange(2))]
        return cls(startup=rng.randint(9, 18), tasks=tasks)

    def statement(self) -> str:
        n = len(self.tasks)
        return (
            f"Here are {n} tasks, one a line as: number: time weight\n{numbered_rows(self.tasks)}\n"
            "Cut them, in this order, into at least two batches. One batch runs after the other, from time 0 on. A batch takes "
            f"{self.startup} for its startup and then the times of its tasks, and all its tasks finish when it ends. Make the "
            "sum of weight times finish time over all tasks as small as possible. Give the first task of each batch except "
            "the first one."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.tasks)
        return IntegerSet(min_length=1, max_length=n - 1, low=1, high=n - 1)

    def solve(self) -> list[int]:
        """From the end: a batch delays all tasks from its first one on by its startup and its times."""
        n = len(self.tasks)
        time = [0, *accumulate([time for time, _ in self.tasks])]
        best, onward, weight = [0] * (n + 1), [n] * n, 0
        for first in range(n - 1, -1, -1):
            weight += self.tasks[first][1]
            start = self.startup - time[first]
            ends = range(first + 1, n + 1 if first else n)
            best[first], onward[first] = min([((start + time[end]) * weight + best[end], end) for end in ends])
        cuts = [onward[0]]
        while onward[cuts[-1]] < n:
            cuts.append(onward[cuts[-1]])
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        clock = cost = 0
        for first, end in zip([0, *answer], [*answer, len(self.tasks)], strict=True):
            batch = self.tasks[first:end]
            clock += self.startup + sum([time for time, _ in batch])
            cost += clock * sum([weight for _, weight in batch])
        return cost

    def rules(self) -> Mapping[str, Sequence[int]]:
        n = len(self.tasks)
        equal = min([range(size, n, size) for size in range(1, n)], key=self.objective)
        waiting, later, at_once = 0, sum([weight for _, weight in self.tasks]), []
        for i, (time, weight) in enumerate(self.tasks):
            if waiting * time > self.startup * later:
                at_once.append(i)
                waiting = 0
            waiting += weight
            later -= weight
        cuts: list[int] = []
        while len(cuts) < n - 1:
            more = min([sorted([*cuts, i]) for i in range(1, n) if i not in cuts], key=self.objective)
            if cuts and self.objective(more) >= self.objective(cuts):
                break
            cuts = more
        left = list(range(1, n))
        while len(left) > 1:
            fewer = min([[j for j in left if j != i] for i in left], key=self.objective)
            if self.objective(fewer) >= self.objective(left):
                break
            left = fewer
        return {
            "equal batches": equal,
            "cut where waiting costs more": at_once or [1],
            "best cut first": cuts,
            "least useful cut out": left,
        }
