"""Count the starts of Fibonacci-like sequences that reach a value."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class FibonacciLikeSequencesHittingValueCount(Environment):
    """How many starts a, b of two ranges from 1 on lead to K, each entry from the third on being the sum of the two before.

    K is at most 12 at first, 45 at level 4, and half as large again with each level from there on; the ranges end anywhere from a
    third of K to three quarters, so that each of the first entries often counts. Reward: exact.
    """

    target: int
    a_high: int
    b_high: int

    paper_name = "FibonacciContainingCounting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"target": rungs((12, 15, 22, 30, 45), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, target: int) -> Self:
        target = near(rng, target)
        ends = [rng.randint(target // 3, 3 * target // 4) for _ in range(2)]
        return cls(target=target, a_high=ends[0], b_high=ends[1])

    def statement(self) -> str:
        return (
            "A sequence starts with two integers a and b, and each later entry is the sum of the two entries just before it. "
            f"For how many pairs (a, b) with 1 <= a <= {self.a_high} and 1 <= b <= {self.b_high} "
            f"is {self.target} one of the entries after a and b?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The entries are p a + q b for neighbours p, q among the Fibonacci numbers, and grow, so that each start counts once."""
        count, p, q = 0, 1, 1
        while p + q <= self.target:
            count += self._starts(p, q)
            p, q = q, p + q
        return count

    def _starts(self, p: int, q: int) -> int:
        """How many a, b of the ranges have p a + q b = K: one b in p, where it leaves a in its range."""
        least = max(1, -(-(self.target - p * self.a_high) // q))
        most = min(self.b_high, (self.target - p) // q)
        remainder = self.target * pow(q, -1, p) % p
        return max(0, (most - remainder) // p - (least - 1 - remainder) // p)

    def rules(self) -> Mapping[str, int]:
        """Only the first entries after a and b; all but the first."""
        one = self._starts(1, 1)
        two = one + self._starts(1, 2)
        three = two + self._starts(2, 3)
        return {"one entry": one, "two entries": two, "three entries": three, "later entries": self.reference - one}
