"""Find when the last of several jobs ends on a stage with few places."""

from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class ParallelStageCompletionTime(Environment):
    """When N jobs, begun in order whenever one of K places is free, are all done; one job more with each level.

    K is 2 to N/2, so that places are reused; durations are 1 to 5N. Reward: exact.
    """

    durations: Sequence[int]
    places: int

    paper_name = "CowDanceShow"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(durations=[rng.randint(1, 5 * n) for _ in range(n)], places=rng.randint(2, n // 2))

    def statement(self) -> str:
        return (
            f"Here are the durations of {len(self.durations)} jobs, in order:\n{' '.join(map(str, self.durations))}\n"
            f"A stage has {self.places} places, all alike, and each place takes one job at a time. The first {self.places} jobs "
            "begin at time 0. Whenever a job ends, its place is free at that very time, and the next job in the order that has "
            "not begun yet begins there at once; when several end at the same time, as many waiting jobs begin. Give the time "
            "at which the last job to end does so."
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
        return [total, most, total // self.places, -(-total // self.places), dealt]
