"""Choose k items for the largest sum with a bonus for the best of them, for every k."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.text import rows


class TopKSelectionWithMaxBonus(Environment):
    """For each k the most that k of N pairs (s, a) give, twice their largest s and all their a; a tenth more, and one, a level.

    Three pairs at first. From level 3 on 2s + a is about the same for all pairs, so that the pair of the largest s is often
    not the best to take. Reward: (share of the values that are right)^5.
    """

    pairs: Sequence[Sequence[int]]

    paper_name = "SalesmanFatigue"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 6:
            return cls(pairs=[(rng.randint(1, 5), rng.randint(1, 9)) for _ in range(n)])
        pairs = []
        for _ in range(n):
            s = rng.randint(1, 2 * n)
            pairs.append((s, 4 * n - 2 * s + rng.randint(1, n)))
        return cls(pairs=pairs)

    def statement(self) -> str:
        n = len(self.pairs)
        return (
            f"Here are {n} pairs of integers, one a line as: s a\n{rows(self.pairs)}\n"
            "Choosing some of the pairs gives twice the largest s among them plus the sum of all their a. "
            f"For each k from 1 to {n}, in order, give the largest value that a choice of exactly k pairs gives."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.pairs), low=1)

    def solve(self) -> list[int]:
        """Either the k pairs of largest a, or k - 1 of them and the best of the others."""
        ordered = sorted(self.pairs, key=lambda pair: -pair[1])
        largest = accumulate([s for s, _ in ordered], max)
        sums = [0, *accumulate([a for _, a in ordered])]
        best = [*accumulate([2 * s + a for s, a in ordered[::-1]], max)][::-1]
        return [max(total + 2 * s, before + one) for before, total, s, one in zip(sums, sums[1:], largest, best, strict=False)]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.pairs) > 5 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        ordered = sorted(self.pairs, key=lambda pair: -pair[1])
        sums = [*accumulate([a for _, a in ordered])]
        by_a = [total + 2 * s for total, s in zip(sums, accumulate([s for s, _ in ordered], max), strict=True)]
        top = max(self.pairs)
        rest = [a for _, a in ordered]
        rest.remove(top[1])
        by_s = [2 * top[0] + total for total in accumulate([top[1], *rest])]
        return {
            "the largest a": by_a,
            "the largest s": by_s,
            "the better of both": [max(pair) for pair in zip(by_a, by_s, strict=True)],
        }
