"""Count the binary arrays that small moves of the entries can give."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class BoundedDisplacementBinaryArrays(Environment):
    """How many arrays come from one of N bits when no entry moves by more than D places; one more bit with each level.

    Five bits at first, about half of them 0. D is at most 2 at first and about a quarter of N later, from level 3 on at
    least 2, and never so large that all arrays with as many zeros come out; from there on it matters for zeros and for ones.
    Reward: exact.
    """

    bits: Sequence[int]
    most: int

    paper_name = "TransmissionDelay"
    max_level = 33  # 40 bits: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level + (level > 1) + (level > 2), "least": 1 if level < 3 else 2}

    @classmethod
    def draw(cls, rng: Random, n: int, least: int) -> Self:
        zeros = rng.randint(n // 3 + 1, n - n // 3 - 1)
        bits = rng.sample([0] * zeros + [1] * (n - zeros), n)
        return cls(bits=bits, most=rng.randint(least, max(2, (n + 4) // 4)))

    def statement(self) -> str:
        places = "1 place" if self.most == 1 else f"{self.most} places"
        return (
            f"Here is an array of {len(self.bits)} bits:\n{' '.join(map(str, self.bits))}\n"
            f"Its entries are put into a new order, in which each entry stands at most {places} away from where it stood. "
            "How many different arrays of bits can this give? The array as it is counts as one of them."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return self._reachable(self.most, self.most)

    def _reachable(self, zero_most: int, one_most: int) -> int:
        """Equal bits need not overtake each other, so the k-th zero stays the k-th zero, and the k-th one the k-th one.

        ways[z]: how many beginnings of the new array hold z zeros, place after place.
        """
        places = [[i for i, bit in enumerate(self.bits) if bit == kind] for kind in (0, 1)]
        zeros, ones = places
        ways = {0: 1}
        for place in range(len(self.bits)):
            longer: dict[int, int] = {}
            for z, count in ways.items():
                if z < len(zeros) and abs(zeros[z] - place) <= zero_most:
                    longer[z + 1] = longer.get(z + 1, 0) + count
                if place - z < len(ones) and abs(ones[place - z] - place) <= one_most:
                    longer[z] = longer.get(z, 0) + count
            ways = longer
        return sum(ways.values())

    def guesses(self) -> Iterable[int]:
        n, ones = len(self.bits), sum(self.bits)
        rarer = self._reachable(n, self.most) if 2 * ones <= n else self._reachable(self.most, n)
        return [1, comb(n, ones), *([2] if n > 7 else []), *([rarer] if n > 9 else [])]

    def rules(self) -> Mapping[str, int]:
        changes = sum([a != b for a, b in pairwise(self.bits)])
        return {
            "as if each moved by 1 at most": self._reachable(1, 1),
            "the changes and 1": changes + 1,
            "each change on its own": 2**changes,
        }
