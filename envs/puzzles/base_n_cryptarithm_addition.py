"""Find the digits that letters stand for in an addition."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from random import Random
from string import ascii_uppercase
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, hidden


class BaseNCryptarithmAddition(ConstraintEnvironment):
    """Which digits of base N the N letters in an addition stand for; N is 3 at first and grows by one with each level.

    The numbers have N digits, or up to a quarter more; every digit occurs in those that are added.
    Reward: (share of conditions kept: a digit of the sum each, no carry left over, no 0 in front)^10.
    """

    base: int
    words: Sequence[str]  # the two numbers that are added, and the sum
    solution: Sequence[int] = hidden()

    paper_name = "Cryptarithmetic"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"base": 3 + level}

    @classmethod
    def draw(cls, rng: Random, base: int) -> Self:
        length = rng.randint(base, base + base // 4)
        front = [rng.randint(1, base - 1) for _ in range(2)]
        others = [digit for digit in range(base) if digit not in front]
        others += rng.choices(range(base), k=2 * length - 2 - len(others))
        rng.shuffle(others)
        added = [front[0], *others[: length - 1]], [front[1], *others[length - 1 :]]
        letters = rng.sample(ascii_uppercase[:base], base)
        words = ["".join([letters[digit] for digit in digits]) for digits in (*added, _sum(*added, base))]
        return cls(base=base, words=words, solution=sorted(range(base), key=letters.__getitem__))

    def statement(self) -> str:
        n = self.base
        return (
            f"In base {n}, each of the letters {' '.join(ascii_uppercase[:n])} stands for a different digit from 0 to {n - 1}. "
            "No number begins with the digit 0, and the third of these numbers is the sum of the first two:\n"
            f"{chr(10).join(self.words)}\n"
            f"Give the digits of {' '.join(ascii_uppercase[:n])}, in this order. If several choices fit, give one of them."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(self.base)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        digits = dict(zip(ascii_uppercase, answer, strict=False))
        first, second, wanted = ([digits[letter] for letter in word] for word in self.words)
        places = zip_longest(_sum(first, second, self.base)[::-1], wanted[::-1], fillvalue=0)
        kept = [one == other for one, other in places] + [0 not in (first[0], second[0], wanted[0])]
        return sum(kept), len(kept)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """By how often the letters occur, or in the order in which they do first."""
        text = "".join(self.words)
        letters = ascii_uppercase[: self.base]
        often, early = sorted(letters, key=text.count), [*dict.fromkeys(text)]
        front = [*dict.fromkeys([word[0] for word in self.words])]
        ends = [letter for letter in letters if letter not in front] + front
        orders = {"the rarest 0": often, "the most frequent 0": often[::-1], "the first 0": early, "those in front last": ends}
        return {name: [order.index(letter) for letter in letters] for name, order in orders.items()}


def _sum(first: Sequence[int], second: Sequence[int], base: int) -> list[int]:
    """The digits of the sum of two numbers with equally many digits, the highest first."""
    digits, carry = [], 0
    for one, other in zip(first[::-1], second[::-1], strict=True):
        carry, digit = divmod(one + other + carry, base)
        digits.append(digit)
    return [carry] * (carry > 0) + digits[::-1]
