"""Find the least multiples that, with a remainder added, have only two digits."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class SmallestZeroOneDigitMultiple(Environment):
    """For some pairs A, R the least B with A * B + R of two given digits only: for two pairs at first.

    There is one pair more with every other level, up to six. A lies in the upper half of the level's range, which ends at 7 at
    first, at 22 at level 4, and two fifths higher, and six, with each level; it is coprime to 10. A * B + R has at most two
    digits at first, one more with every other level. The digits are 0 and 1 in the paper, where R is 0; here any two may be
    given, so that nothing can be learned by heart. Reward: 1 when all are right, else 0.
    """

    digits: Sequence[int]
    pairs: Sequence[tuple[int, int]]

    paper_name = "SmallestBinaryMultiple"
    version = 2
    max_level = 22  # A up to 15,000: the solver visits up to A remainders

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        largest = rungs((7, 9, 14, 19, 22), level, percent=40, plus=6)
        return {"count": min(6, 2 + level // 2), "largest": largest, "length": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, count: int, largest: int, length: int) -> Self:
        """Take the remainders of random numbers of the two digits, so that there is a B for each."""
        digits = sorted(rng.sample(range(10), 2))
        usable = [a for a in range(largest // 2, largest + 1) if a % 2 and a % 5]
        pairs = []
        for a in rng.sample(usable, count):
            number = int("".join([str(digits[1]), *[str(rng.choice(digits)) for _ in range(length - 1)]]))
            pairs.append((a, number % a))
        return cls(digits=digits, pairs=pairs)

    def acceptable(self) -> bool:
        """From level 3 on about half of the answers are not found by trying the first few."""
        return max(self.pairs)[0] < 15 or sorted(self.reference)[len(self.pairs) // 2] >= 10

    def statement(self) -> str:
        low, high = self.digits
        return (
            f"Here are {len(self.pairs)} pairs of integers, one a line as: A R\n{rows(self.pairs)}\n"
            f"For each pair find the least integer B >= 1 such that every digit of A * B + R, in decimal, is {low} or {high}. "
            f"Give the {len(self.pairs)} integers B in the order of the pairs."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.pairs), low=1)

    def solve(self) -> list[int]:
        return [_least_factor(a, remainder, self.digits) for a, remainder in self.pairs]


def _least_factor(a: int, remainder: int, digits: Sequence[int]) -> int:
    """Search the numbers of these digits in ascending order, but from a on only the first one with each remainder modulo a.

    What follows a larger number with the same remainder is larger too. There are a remainders, so that the search ends.
    """
    queue, seen = deque([digit for digit in digits if digit]), set()
    while queue:
        number = queue.popleft()
        if number >= a:
            if number % a in seen:
                continue
            seen.add(number % a)
            if number % a == remainder:
                return number // a
        queue.extend([10 * number + digit for digit in digits])
    raise ValueError(f"no number of the digits {digits} leaves the remainder {remainder} on division by {a}")
