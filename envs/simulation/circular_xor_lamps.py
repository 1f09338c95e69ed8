"""Follow a ring of lamps that change by exclusive or."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.sizes import near


class CircularXorLamps(Environment):
    """The state of N lamps in a ring after T ticks; half as many lamps and ticks again with each level.

    Reward: (share of lamps that are right)^10.
    """

    lamps: Sequence[int]
    ticks: int

    paper_name = "LampChanging"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": grow(10, level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, size: int) -> Self:
        share = rng.uniform(0.3, 0.7)
        lamps = [int(rng.random() < share) for _ in range(near(rng, size))]
        return cls(lamps=lamps, ticks=near(rng, size))

    def statement(self) -> str:
        n = len(self.lamps)
        return (
            f"{n} lamps stand in a ring; the lamp after the last one is the first. At time 0 they are, from first to last "
            f"(1 is on, 0 is off):\n{' '.join(map(str, self.lamps))}\n"
            "At each tick all lamps change at once: a lamp is on after the tick if, before it, exactly one of the two was on: "
            "the lamp itself and the lamp after it; otherwise it is off. "
            f"Give the state of all lamps, from first to last, after {self.ticks} ticks."
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

    def acceptable(self) -> bool:
        """With a power of two of ticks a lamp hangs on two lamps only; with one of lamps all go dark."""
        return self.ticks.bit_count() > 1 and len(self.lamps).bit_count() > 1

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
