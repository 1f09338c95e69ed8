"""Find when the last of several jobs ends on a stage with few places."""

from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class ParallelStageCompletionTime(Environment):
    """When N jobs, begun in order whenever one of K places is free, are all done; one job more with each level.

    Four jobs at first. K is 2 to N/2, so that places are reused; durations are up to 9, six more a level. Reward: exact.
    """

    durations: Sequence[int]
    places: int

    version = 2
    paper_name = "CowDanceShow"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "longest": 9 + 6 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, longest: int) -> Self:
        return cls(durations=[rng.randint(1, longest) for _ in range(n)], places=rng.randint(2, n // 2))

    def statement(self) -> str:
        return (
            f"A stage has {self.places} places, and each place takes one job at a time. The first {self.places} jobs begin at "
            "time 0. Whenever a job ends, the next job that has not begun yet begins in its place at once.\n"
            f"Here are the durations of {len(self.durations)} jobs, in order:\n{' '.join(map(str, self.durations))}\n"
            "Give the time at which all jobs have ended."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        ends = list(self.durations[: self.places])
        heapify(ends)
        for duration in self.durations[self.places :]:
            heapreplace(ends, ends[0] + duration)
        return max(ends)

    def guesses(self) -> Iterable[int]:
        total, most = sum(self.durations), max(self.durations)
        dealt = max(sum(self.durations[place :: self.places]) for place in range(self.places))  # in turn, free or not
        return [total, most, total // self.places, -(-total // self.places), dealt] if self.durations[6:] else [total]
