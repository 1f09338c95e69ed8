"""Order jobs that pass through two machines so that the last one is done early."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Permutation, grow
from rlve.envs.toolkit.text import numbered_rows


class TwoMachineFlowShop(OptimizationEnvironment):
    """Order N jobs on machines A and B for the least time in all; one more job with each level, a seventh more from level 3 on.

    Three jobs at first, with times up to 9. From level 3 on half of the jobs take longer on B than on A, the others less long,
    by the same total. Either half is a chain: in any other order among themselves its jobs make one machine wait longer.
    Reward: (share of the way from the opposite order to the best)^100.
    """

    jobs: Sequence[Sequence[int]]

    paper_name = "PipelineArrangement"
    version = 2
    max_level = 18
    goal = "minimum"
    exponent = 100

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 * grow(3, level - 3, percent=15, plus=1) if level >= 3 else 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 6:
            return cls(jobs=[rng.sample(range(1, 10), 2) for _ in range(n)])
        links: list[tuple[int, ...]] = [(rng.randint(13, 20), rng.randint(1, 4)) for _ in range(n // 4)]
        links += [(rng.randint(13, 20),)] * (n % 4 // 2)
        start = rng.randint(5, 20)
        early, late = _chain(rng, start, links), _chain(rng, start, rng.sample(links, len(links)))
        return cls(jobs=rng.sample([*early, *[job[::-1] for job in late]], n))

    def statement(self) -> str:
        return (
            "Each job is done first on machine A and then on machine B. Both machines take the jobs in the same order, one at a "
            "time. A begins each job as soon as it is done with the job before. B begins each job as soon as A is done with "
            "this job and B is done with the job before.\n"
            f"Here are {len(self.jobs)} jobs, one a line as: number: time-on-A time-on-B\n{numbered_rows(self.jobs)}\n"
            "Give an order of the jobs for which the time from the start of the first job on A to the end of the last job on B "
            "is as small as possible."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.jobs))

    def solve(self) -> list[int]:
        """Johnson's rule: jobs shorter on A, the shortest on A first; then the others, the shortest on B last."""
        early = [job for job, (time_a, time_b) in enumerate(self.jobs) if time_a < time_b]
        late = [job for job, (time_a, time_b) in enumerate(self.jobs) if time_a >= time_b]
        return sorted(early, key=lambda job: self.jobs[job][0]) + sorted(late, key=lambda job: -self.jobs[job][1])

    def objective(self, answer: Sequence[int], /) -> int:
        done_a = done_b = 0
        for job in answer:
            time_a, time_b = self.jobs[job]
            done_a += time_a
            done_b = max(done_a, done_b) + time_b
        return done_b

    def baseline(self) -> int:
        return self.objective(self.reference[::-1])

    def guesses(self) -> Iterable[Sequence[int]]:
        jobs = range(len(self.jobs))
        by_difference = sorted(jobs, key=lambda job: self.jobs[job][0] - self.jobs[job][1])
        return [jobs, jobs[::-1], by_difference] if len(jobs) > 5 else [jobs, jobs[::-1]]


def _chain(rng: Random, start: int, links: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Jobs as (time on A, longer time on B) that leave B no break only in this order: no later one is done on A in time.

    A link is two jobs, with a large and with a small difference: by B, by A + B and the like the small one would be first. One
    link may be a single job with a large difference.
    """
    jobs, ahead = [], start  # ahead: so long is B busy when A is done with the jobs so far
    for large, *small in links:
        jobs.append((ahead, ahead + large))
        for difference in small:
            time = ahead + rng.randint(1, (large - difference - 1) // 2)
            jobs.append((time, time + difference))
        ahead += large + sum(small)
    return jobs
