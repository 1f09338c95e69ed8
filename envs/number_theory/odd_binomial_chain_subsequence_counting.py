"""Count the subsequences whose neighbours have an odd binomial coefficient."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow


class OddBinomialChainSubsequenceCounting(Environment):
    """How many subsequences have an odd binomial coefficient C(a, b) for each a that is directly followed by b.

    The sequence has 4 integers at first, a tenth more, and one, with each level; they are below twice their number. Larger ones
    tend to come first, since C(a, b) = 0 for a < b. Reward: exact.
    """

    numbers: Sequence[int]

    paper_name = "CombinationOddSubsequenceCounting"
    max_level = 36

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        places = [(rng.randint(0, n) - number, number) for number in rng.sample(range(1, 2 * n), n)]
        return cls(numbers=[number for _, number in sorted(places)])

    def statement(self) -> str:
        return (
            f"Here is a sequence of {len(self.numbers)} different integers:\n{' '.join(map(str, self.numbers))}\n"
            "Count its subsequences of two or more integers, in their order but not necessarily side by side in it, "
            "such that the binomial coefficient C(a, b) is odd for each integer a of the subsequence and the integer b "
            "that comes next in it. C(a, b) is the number of ways to choose b of a things; it is 0, and so even, if a < b."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """C(a, b) is odd where the binary ones of b are among those of a (Lucas); add up by the first integer."""
        later: list[tuple[int, int]] = []
        for a in reversed(self.numbers):
            later.append((a, 1 + sum([ways for b, ways in later if a & b == b])))
        return sum([ways for _, ways in later]) - len(later)

    def guesses(self) -> Iterable[int]:
        """None; from seven integers on the pairs alone."""
        return [0, self._pairs()] if len(self.numbers) > 6 else [0]

    def rules(self) -> Mapping[str, int]:
        """The pairs alone, all descending subsequences, and neighbours in the sequence alone."""
        descending: list[tuple[int, int]] = []
        for a in reversed(self.numbers):
            descending.append((a, 1 + sum([ways for b, ways in descending if b < a])))
        return {
            "pairs": self._pairs(),
            "descending": sum([ways for _, ways in descending]) - len(descending),
            "neighbours": sum([a & b == b for a, b in pairwise(self.numbers)]),
        }

    def _pairs(self) -> int:
        return sum([a & b == b for a, b in combinations(self.numbers, 2)])
