"""Count the arrays that can be cut into segments as long as their minimum."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class MinEqualsLengthPartitionArrayCount(Environment):
    """How many arrays of N entries from a set can be cut into segments whose minimum is their length.

    N is 3 or 4 at first, one more with each level. The set has two or three integers, later about half as many as N,
    up to 3N; one at least, later a third as many as N, are no more than half of N and one. Reward: exact.
    """

    n: int
    values: Sequence[int]

    paper_name = "SegmentMinLengthEqual_Counting"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n -= rng.randint(0, max(1, n // 5))
        size = 6 - n if n < 5 else 3 if n < 7 else (n + 1) // 2 + rng.randint(0, 1)
        small = rng.sample(range(1, n // 2 + 2), 1 if n < 7 else n // 3)
        others = [value for value in range(1, 3 * n + 1) if value not in small]
        return cls(n=n, values=sorted(small + rng.sample(others, size - len(small))))

    def statement(self) -> str:
        return (
            f"Here is a list of {len(self.values)} integers:\n{' '.join(map(str, self.values))}\n"
            f"Count the arrays of {self.n} entries from this list, each usable any number of times, that can be cut into one or "
            "more consecutive segments such that the smallest entry of each segment equals the number of entries in it. "
            f"Give the number of such arrays modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """By the first segment: a longer one that contains it has an entry that is smaller than its length."""
        larger, segments = len(self.values), []
        for length in sorted(self.values):
            segments.append((length, larger**length - (larger - 1) ** length))
            larger -= 1
        return self._arrays(segments)

    def _arrays(self, segments: Sequence[tuple[int, int]]) -> int:
        arrays = [1]
        for n in range(1, self.n + 1):
            arrays.append(sum([ways * arrays[n - length] for length, ways in segments if length <= n]) % MODULUS)
        return arrays[-1]

    def guesses(self) -> Iterable[int]:
        return [0] if self.n < 5 else [0, 1, len(self.values) ** self.n % MODULUS]

    def rules(self) -> Mapping[str, int]:
        k = len(self.values)
        return {
            "as if larger entries were enough": self._arrays(
                [(length, (k - i) ** length) for i, length in enumerate(self.values)]
            ),
            "as if one entry were the smallest": self._arrays(
                [(length, length * (k - i - 1) ** (length - 1)) for i, length in enumerate(self.values)]
            ),
            "lengths alone": self._arrays([(length, 1) for length in self.values]),
        }
