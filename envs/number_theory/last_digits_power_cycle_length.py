"""Find the lengths of the cycles that the last digits of powers run through."""

from collections.abc import Mapping, Sequence
from math import gcd, lcm
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList


class LastDigitsPowerCycleLength(Environment):
    """For some integers N the length of the cycle of the last K decimal digits of N, N^2, N^3, and so on.

    There are two integers N at first, three at level 3, and one more with every other level, up to six. K is 1 at first and one
    more with every other level; most N have a digit or two more. At most one N is divisible by 2^K and one by 5^K, the others by
    neither 2 nor 5, so that the first power belongs to the cycle. Reward: 1 when all are right, else 0.
    """

    numbers: Sequence[int]
    digits: int

    paper_name = "PowerCycle"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"count": min(6, 2 + max(0, level - 1) // 2), "digits": 1 + level // 2, "longest": 2 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, count: int, digits: int, longest: int) -> Self:
        """Multiples of 1, 2^K or 5^K by integers that 2 and 5 do not divide."""
        factors = rng.sample([1, 1, 1, 1, 2**digits, 5**digits], count)
        tens = [rng.randrange(max(1, 10 ** (longest - 1) // factor)) for factor in factors]
        return cls(
            numbers=[factor * (10 * ten + rng.choice((1, 3, 7, 9))) for factor, ten in zip(factors, tens, strict=True)],
            digits=digits,
        )

    def statement(self) -> str:
        last = "digit" if self.digits == 1 else f"{self.digits} digits (with zeros put before a number that has fewer)"
        return (
            f"Here are {len(self.numbers)} integers N:\n{' '.join(map(str, self.numbers))}\n"
            f"For each N find the least integer L >= 1 such that, for every integer a >= 1, N^a and N^(a+L) have the same last "
            f"{last} in decimal. Give the {len(self.numbers)} integers L in the order of the list."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=1)

    def solve(self) -> list[int]:
        """The order of N modulo the part of 10^K that has no divisor in common with N.

        The exponent of that group divides 4 * 10^K: take factors 2 and 5 out of it as long as the power stays 1.
        """
        modulus = 10**self.digits
        cycles = []
        for number in self.numbers:
            rest, order = modulus // gcd(modulus, number**self.digits), 4 * modulus
            for prime in (2, 5):
                while order % prime == 0 and pow(number, order // prime, rest) == 1 % rest:
                    order //= prime
            cycles.append(order)
        return cycles

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The longest cycle that any such N has; the longest of all N that are divisible by 2, by 5, or by neither."""
        twos, fives = 2 ** max(0, self.digits - 2), 4 * 5 ** (self.digits - 1)
        by_kind = [fives if number % 2 == 0 else twos if number % 5 == 0 else lcm(twos, fives) for number in self.numbers]
        return {"longest": [lcm(twos, fives)] * len(self.numbers), "longest of its kind": by_kind}
