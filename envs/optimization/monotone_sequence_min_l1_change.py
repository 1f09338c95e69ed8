"""Change a sequence as little as possible into a monotone one."""

from collections.abc import Iterable, Sequence
from heapq import heappush, heapreplace
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow


class MonotoneSequenceMinL1Change(OptimizationEnvironment):
    """The nearest non-decreasing or non-increasing sequence to N integers; a tenth more integers, and one, with each level.

    A sequence that rises or falls all along, with a quarter of its entries raised and a quarter lowered, a lot one way and a
    little the other; four small integers at first, with steps up to 2, and steps up to 9 from level 5 on.
    Reward: (share of the way from the best constant sequence to the optimum)^40.
    """

    numbers: Sequence[int]

    paper_name = "MakingGrade"
    version = 3
    max_level = 22
    goal = "minimum"
    exponent = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "step": min(2 + level * 3 // 2, 9)}

    @classmethod
    def draw(cls, rng: Random, n: int, step: int) -> Self:
        numbers = list(accumulate([rng.randint(0, step) for _ in range(n)]))
        raised = rng.sample(range(2 * n // 3), n // 4)
        lowered = rng.sample([place for place in range(n // 3, n) if place not in raised], n // 4)
        up, down = rng.sample([((step + 1) // 2, 5 * step // 3), (2 * step, 6 * step)], 2)
        for place in raised:
            numbers[place] += rng.randint(*up)
        for place in lowered:
            numbers[place] -= rng.randint(*down)
        lowest = min(numbers)
        return cls(numbers=[number - lowest for number in numbers[:: rng.choice((-1, 1))]])

    def statement(self) -> str:
        return (
            "A sequence is monotone if no entry is smaller than the one before it, or if no entry is larger than the one before "
            f"it.\nHere is a sequence of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"Change as little as possible to make it monotone: give a monotone sequence of {len(self.numbers)} integers from 0 "
            f"to {max(self.numbers)}, for which the sum of the absolute differences to the entries above is as small as possible."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.numbers), low=0, high=max(self.numbers))

    def solve(self) -> list[int]:
        rising = _nearest_rising(self.numbers)
        falling = _nearest_rising(self.numbers[::-1])[::-1]
        return min(rising, falling, key=self._change)

    def objective(self, answer: Sequence[int], /) -> int:
        if list(answer) not in (sorted(answer), sorted(answer, reverse=True)):
            raise Infeasible("the sequence both rises and falls")
        return self._change(answer)

    def _change(self, answer: Sequence[int]) -> int:
        return sum([abs(old - new) for old, new in zip(self.numbers, answer, strict=True)])

    def baseline(self) -> int:
        return self._change(self._constant())

    def _constant(self) -> list[int]:
        """The best constant sequence: the median throughout."""
        return [sorted(self.numbers)[len(self.numbers) // 2]] * len(self.numbers)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._constant()]


def _nearest_rising(numbers: Sequence[int]) -> list[int]:
    """The nearest non-decreasing sequence, by the slope trick.

    The heap holds the places where the least cost, as a function of the last entry, changes its slope; its top is the
    best last entry. Backwards, each entry is its own best one, or the next where that is smaller.
    """
    heap: list[int] = []  # negated: the largest first
    best = []
    for number in numbers:
        heappush(heap, -number)
        if -heap[0] > number:
            heapreplace(heap, -number)
        best.append(-heap[0])
    for place in range(len(best) - 2, -1, -1):
        best[place] = min(best[place], best[place + 1])
    return best
