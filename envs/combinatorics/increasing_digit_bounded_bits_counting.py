"""Count the numbers of few binary digits whose digits in a larger base increase."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near


class IncreasingDigitBoundedBitsCounting(Environment):
    """How many integers have increasing digits from a list in base 2^K, at least two, and at most W digits in base 2.

    Four allowed digits at first; a tenth more, and one, with each level, and K such that there are at least half as many again.
    W cuts off some of the longest integers by their first digit, at a length of at most half of the allowed digits and one.
    Reward: exact.
    """

    base: int
    digits: Sequence[int]
    most: int

    paper_name = "DecreasingDigitCounting"
    max_level = 16  # 36 digits: at most 12 digits in the count

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        k = (n + n // 2).bit_length() + rng.randint(0, 1)
        digits = sorted(rng.sample(range(1, 2**k), n))
        full, rest = rng.randint(max(1, n // 4), n // 2), min(k - 1, rng.choice(digits).bit_length())
        return cls(base=2**k, digits=digits, most=full * k + rest)

    def statement(self) -> str:
        return (
            f"Write the positive integers in base {self.base}, without leading zeros. Count those that have at least two digits "
            f"there, all of them from this list, strictly increasing from left to right:\n{' '.join(map(str, self.digits))}\n"
            f"In base 2 they must have at most {self.most} digits."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    @property
    def _full(self) -> int:
        """How many digits fit whatever they are."""
        return self.most // (self.base.bit_length() - 1)

    def _up_to(self, length: int) -> int:
        return sum([comb(len(self.digits), m) for m in range(2, length + 1)])

    def solve(self) -> int:
        """Those that fit whatever their digits are, and with one digit more those whose first digit is small."""
        full, first = self._full, 2 ** (self.most % (self.base.bit_length() - 1))
        larger = len(self.digits)
        count = self._up_to(full)
        for digit in self.digits:
            larger -= 1
            if digit < first:
                count += comb(larger, full)
        return count

    def guesses(self) -> Iterable[int]:
        return [self._up_to(self._full), self._up_to(self._full + 1)]

    def rules(self) -> Mapping[str, int]:
        n = len(self.digits)
        return {"all increasing numbers": 2**n - n - 1, "one digit counted as well": self.solve() + n}
