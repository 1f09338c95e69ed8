"""Complete a permutation whose prefix sums are different modulo its length."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.sequencings import filled, hide, missing, sequencing, with_gaps


class DistinctPrefixSumsPermutation(ConstraintEnvironment):
    """The missing entries of an order of 1 to N, N even, whose N prefix sums leave N different remainders on division by N.

    Three entries of 6 are missing at first, and one more with each level; of N at least a third is shown.
    Reward: (share of the N remainders that occur)^20.
    """

    entries: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "PrefixSumMODDistinctPermutation"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        gaps = 3 + level
        return {"n": 2 * -(-3 * (gaps + 1) // 4), "gaps": gaps}

    @classmethod
    def draw(cls, rng: Random, n: int, gaps: int) -> Self:
        order = [number or n for number in sequencing(rng, n)]
        entries, solution = hide(rng, order, gaps)
        return cls(entries=entries, solution=solution)

    def statement(self) -> str:
        n = len(self.entries)
        return (
            f"Here are the integers 1 to {n} in some order, {len(self.solution)} of them replaced by a ?:\n"
            f"{with_gaps(self.entries)}\n"
            f"Put {' '.join(map(str, missing(self.entries)))}, each once, in place of the ?, such that the {n} prefix sums "
            f"(the first entry, the first two added up, and so on up to all {n}) leave {n} different remainders when they are "
            f"divided by {n}. Give what the ? stand for, from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=1, high=len(self.entries))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if sorted(answer) != missing(self.entries):
            raise Infeasible(f"each of 1 to {len(self.entries)} should occur once")
        return len({total % len(self.entries) for total in accumulate(filled(self.entries, answer))}), len(self.entries)

    def guesses(self) -> Iterable[Sequence[int]]:
        left = missing(self.entries)
        return [left, left[::-1]] if len(left) > 3 else []
