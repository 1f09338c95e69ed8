"""Follow a ring of lamps that change by exclusive or."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import near


class CircularXorLamps(Environment):
    """The state of N lamps in a ring after T ticks; a fifth more lamps, and one, with each level, and a third as many ticks.

    Four or five lamps and two ticks at first. From level 3 on neither number is a power of two: after so many ticks a lamp
    hangs on two lamps only, and so many lamps all go dark.
    Reward: (share of lamps that are right)^10, or to a higher power of many.
    """

    lamps: Sequence[int]
    ticks: int

    paper_name = "LampChanging"
    version = 3
    max_level = 23

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": grow(5, level, percent=20, plus=1)}

    @classmethod
    def draw(cls, rng: Random, size: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        n, ticks = near(rng, size), near(rng, max(2, size // 3))
        if size > 9:
            n, ticks = (number - (number.bit_count() == 1) for number in (n, ticks))
        return cls(lamps=[int(rng.random() < share) for _ in range(n)], ticks=ticks)

    def statement(self) -> str:
        n = len(self.lamps)
        return (
            f"{n} lamps stand in a ring; the lamp after the last one is the first. 1 means on, 0 means off. At each tick all "
            "lamps change at once: a lamp becomes 1 if it and the lamp after it were different just before the tick, and 0 if "
            f"both were the same.\nThese are the lamps at the start, from first to last:\n{' '.join(map(str, self.lamps))}\n"
            f"Give all lamps, from first to last, after {self.ticks} ticks."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.lamps), low=0, high=1)

    def solve(self) -> list[int]:
        """After 2^k ticks a lamp is itself xor the lamp 2^k places on, so T ticks take one step for each bit of T."""
        lamps, stride = list(self.lamps), 1
        while stride <= self.ticks:
            if self.ticks & stride:
                shift = stride % len(lamps)
                lamps = [a ^ b for a, b in zip(lamps, lamps[shift:] + lamps[:shift], strict=True)]
            stride *= 2
        return lamps

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.lamps)
        return [self.lamps, [0] * n, [1] * n]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 10)
