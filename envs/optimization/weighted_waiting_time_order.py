"""Order jobs so that their weighted waiting times are least."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Permutation, grow
from rlve.envs.toolkit.text import numbered_rows


class WeightedWaitingTimeOrder(OptimizationEnvironment):
    """Order N jobs for the least sum of waiting time times weight; a tenth more jobs, and one, with each level.

    Three jobs at first, with times and weights up to 6; up to 20 from level 5 on.
    Reward: (share of the way from the worst order to the best)^100: all sensible orders cost nearly the same.
    """

    jobs: Sequence[tuple[int, int]]

    paper_name = "ProtectingFlowers"
    version = 2
    exemptions = {"simple-rule": "the order by time / weight is the algorithm"}
    max_level = 27
    goal = "minimum"
    exponent = 100

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1), "largest": min(6 + 3 * level, 20)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(jobs=[(rng.randint(1, largest), rng.randint(1, largest)) for _ in range(n)])

    def statement(self) -> str:
        return (
            "Jobs are done one after the other. A job waits for the sum of the times of the jobs before it, and costs this "
            "waiting time times its weight.\n"
            f"Here are {len(self.jobs)} jobs, one a line as: number: time weight\n{numbered_rows(self.jobs)}\n"
            "Give an order of the jobs with as small a sum of costs as possible."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.jobs))

    def solve(self) -> list[int]:
        return sorted(range(len(self.jobs)), key=lambda job: Fraction(*self.jobs[job]))

    def objective(self, answer: Sequence[int], /) -> int:
        cost = clock = 0
        for job in answer:
            time, weight = self.jobs[job]
            cost += clock * weight
            clock += time
        return cost

    def baseline(self) -> int:
        return self.objective(self.reference[::-1])

    def guesses(self) -> Iterable[Sequence[int]]:
        jobs = range(len(self.jobs))
        by_time = sorted(jobs, key=lambda job: self.jobs[job][0])
        by_weight = sorted(jobs, key=lambda job: -self.jobs[job][1])
        by_difference = sorted(jobs, key=lambda job: self.jobs[job][0] - self.jobs[job][1])
        return [jobs, jobs[::-1], by_time, by_weight, by_difference] if len(jobs) > 5 else [jobs, jobs[::-1]]
