"""Find the next palindrome after each of several integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.sizes import near, rungs


class NextPalindromeNumber(Environment):
    """The smallest palindrome above each of some integers: two of two digits at first, one more with every other level.

    They have four digits at level 4, and from there on a tenth more, and one, with each level. The mirrored left half is
    large enough for about half of them; from four digits on, a third of the left halves end in nines, which carry.
    Reward: (share of palindromes that are right)^5.
    """

    numbers: Sequence[int]

    paper_name = "NextPalindromic"
    version = 3
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"count": 2 + level // 2, "digits": rungs((2, 3, 3, 4, 4), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, count: int, digits: int) -> Self:
        return cls(numbers=[_number(rng, near(rng, digits)) for _ in range(count)])

    def statement(self) -> str:
        return (
            "A palindrome is a positive integer whose decimal digits, without leading zeros, read the same forwards and "
            f"backwards. Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "For each of them find the smallest palindrome that is greater than it; the integer itself does not count. "
            "Give these palindromes in the order of the integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=1, high=10 ** len(str(max(self.numbers))) + 1)

    def solve(self) -> list[int]:
        answer = []
        for number in self.numbers:
            mirrored = _mirrored(number)
            answer.append(mirrored if mirrored > number else _mirrored(_raised(number)))
        return answer

    def guesses(self) -> Iterable[Sequence[int]]:
        if len(self.numbers) == 2:
            return []
        return [[_mirrored(number) for number in self.numbers], [_mirrored(_raised(number)) for number in self.numbers]]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 5


def _number(rng: Random, digits: int) -> int:
    """An integer whose mirrored left half is, by the toss of a coin, larger or not."""
    half = digits // 2
    left = rng.randint(10 ** (digits - half - 1), 10 ** (digits - half) - 1)
    if digits > 3 and rng.random() < 1 / 3:
        tail = 10 ** rng.randint(1, digits - half)
        left = left - left % tail + tail - 1
    mirror = _mirrored(left * 10**half) % 10**half
    right = rng.randrange(mirror) if rng.random() < 0.5 else rng.randint(mirror, 10**half - 1)
    return left * 10**half + right


def _mirrored(number: int) -> int:
    """The palindrome with the same left half, the middle digit included."""
    digits = str(number)
    left = digits[: (len(digits) + 1) // 2]
    return int(left + left[: len(digits) // 2][::-1])


def _raised(number: int) -> int:
    """The least larger integer with another left half."""
    place = 10 ** (len(str(number)) // 2)
    return (number // place + 1) * place
