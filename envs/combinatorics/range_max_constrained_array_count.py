"""Count the arrays with given maxima of ranges."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class RangeMaxConstrainedArrayCount(Environment):
    """How many arrays of N integers from 1 to A have given maxima at some ranges of positions.

    N is 4 at first, with A = 3 and two ranges. N grows by one with each level, the number of ranges by one with every other
    level and A with every third. The maxima are those of a hidden array. Reward: exact.
    """

    n: int
    largest: int
    maxima: Sequence[tuple[int, int, int]]

    paper_name = "SingingGirlStory"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "largest": 3 + level // 3, "maxima": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, maxima: int) -> Self:
        n = near(rng, n)
        largest = rng.randint(max(3, largest - 1), largest)
        hidden = [rng.randint(1, largest) for _ in range(n)]
        drawn = rng.sample(list(combinations(range(n), 2)), maxima)
        return cls(n=n, largest=largest, maxima=[(first, last, max(hidden[first : last + 1])) for first, last in drawn])

    def acceptable(self) -> bool:
        """In six or more integers two ranges of one maximum overlap, neither of them within the other."""
        if self.n < 6:
            return self.n > 4 or self.reference < 20
        return any(
            first < start <= last < end and maximum == largest
            for (first, last, maximum), (start, end, largest) in permutations(self.maxima, 2)
        )

    def statement(self) -> str:
        n = self.n
        return (
            f"Take the arrays of {n} integers, at the positions 0 to {n - 1}, each of them from 1 to {self.largest}. Here are "
            f"{len(self.maxima)} conditions, one a line as: first last maximum\n{rows(self.maxima)}\n"
            "Each says that the maximum of the entries at the positions first to last, both included, is exactly the last number "
            f"of the line. How many arrays meet all conditions? Give the number of such arrays modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """The least maximum over an entry is its cap. Only entries with this cap bring such a maximum about, so that each
        value is counted apart: arrays up to a position, by the last entry that reaches it, which must not lie before `since`.
        """
        caps, total = self._caps(), 1
        for value in sorted({maximum for _, _, maximum in self.maxima}):
            ways, since, ends = [(-1, 1)], -1, {}
            for first, last, maximum in self.maxima:
                if maximum == value:
                    ends[last] = max(first, ends.get(last, first))
            for i in range(self.n):
                if caps[i] == value:
                    reached = sum([count for _, count in ways])
                    ways = [(place, count * (value - 1)) for place, count in ways] + [(i, reached)]
                if i in ends:
                    since = max(since, ends[i])
                    ways = [(place, count) for place, count in ways if place >= since]
            total = total * sum([count for _, count in ways]) % MODULUS
        return total * self.largest ** caps.count(0) % MODULUS

    def _caps(self) -> list[int]:
        """For each entry the least maximum of a range that holds it, 0 where none does."""
        over = [[maximum for first, last, maximum in self.maxima if first <= i <= last] for i in range(self.n)]
        return [min(some, default=0) for some in over]

    def guesses(self) -> Iterable[int]:
        return [1, 2] if self.n > 6 else []

    def rules(self) -> Mapping[str, int]:
        """With each entry up to its cap; and with as many that reach a maximum as one range alone would ask for."""
        caps, below = self._caps(), 1
        alone = self.largest ** caps.count(0)
        for cap in caps:
            below *= cap or self.largest
        for value in sorted({maximum for _, _, maximum in self.maxima}):
            alone *= value ** caps.count(value) - (value - 1) ** caps.count(value)
        return {"the caps alone": below % MODULUS, "as if ranges of one maximum were one": alone % MODULUS}
