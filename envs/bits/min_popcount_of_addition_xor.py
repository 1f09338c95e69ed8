"""Find how few binary digits an addition can change."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow


class MinPopcountOfAdditionXor(Environment):
    """For some binary numbers D the least number of digits in which N and N + D differ, over all N; for two at first.

    There is one more with every other level, up to six. They have five digits at first, a tenth more, and one, with each level,
    and differ in how often a digit is like the one before. From level 3 on runs of ones matter to each other. To ask for N would
    be no task: half of D, rounded down, is always right.
    Reward: 1 when all are right, else 0.
    """

    addends: Sequence[str]

    paper_name = "DeltaMinPopcount"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"count": min(6, 2 + level // 2), "digits": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, count: int, digits: int) -> Self:
        addends = []
        for _ in range(count):
            alike, number = rng.uniform(0.2, 0.8), "1"
            for _ in range(digits - 1):
                number += number[-1] if rng.random() < alike else "10"[int(number[-1])]
            addends.append(number)
        return cls(addends=addends)

    def statement(self) -> str:
        lines = "\n".join(self.addends)
        return (
            f"Here are {len(self.addends)} binary numbers of {len(self.addends[0])} digits, highest digit first, one a line:\n"
            f"{lines}\n"
            "For each of them, call it D, choose an integer N >= 0 such that N and the ordinary sum N + D, in binary with zeros "
            "in front as needed, differ in as few places as possible. Give these least numbers of places, one for each D, "
            "in decimal and in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.addends), low=1, high=len(self.addends[0]))

    def solve(self) -> list[int]:
        """D as a sum of signed powers of two has the fewest when no two are neighbours: the ones of 3D xor D, one place on."""
        return [(3 * d ^ d).bit_count() for d in [int(addend, 2) for addend in self.addends]]

    def guesses(self) -> Iterable[Sequence[int]]:
        digits = len(self.addends[0])
        ones = [addend.count("1") for addend in self.addends]
        return [ones, self._run_by_run()] if digits > 7 else [ones] if digits > 6 else []

    def _run_by_run(self) -> list[int]:
        """One for a single 1 and two for a longer run, whatever stands beside it."""
        return [sum([min(2, len(run)) for run in addend.split("0")]) for addend in self.addends]

    def rules(self) -> Mapping[str, Sequence[int]]:
        digits = len(self.addends[0])
        runs = [len(addend.replace("0", " ").split()) for addend in self.addends]
        return {
            "run by run": self._run_by_run(),
            "two for each run of ones": [2 * some for some in runs],
            "the runs of ones and one more": [some + 1 for some in runs],
            "a third": [(digits + 1) // 3] * len(runs),
        }
