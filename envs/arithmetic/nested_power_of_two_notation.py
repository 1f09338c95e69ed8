"""Write an integer by powers of two whose exponents are written in the same way."""

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Infeasible, Text
from rlve.envs.toolkit.sizes import rungs

SIGNS = "20()+"


class NestedPowerOfTwoNotation(Environment):
    """The notation of an integer as a sum of powers of two, with exponents in that notation too.

    The integer is a sum of two powers at first, and of one more with each level but level 2; exponents go up to 9 at first, to
    14 at level 2, and to one more with each other level. Reward: exact.
    """

    number: int

    paper_name = "PowerNest"
    max_level = 24
    exemptions = {"first-rung": "hardly any integer is written in 6 characters; at level 0 it is a sum of two powers"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"terms": rungs((2, 3, 3), level, plus=1), "exponent": rungs((9, 10, 14), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, terms: int, exponent: int) -> Self:
        return cls(number=sum([1 << power for power in rng.sample(range(exponent + 1), terms)]))

    def statement(self) -> str:
        return (
            "Each positive integer n is a sum of different powers of 2 in just one way. Let w(n) be that sum, written with its "
            "largest power first and the others in decreasing order, joined by +, where 2^1 is written 2, 2^0 is written 2(0), "
            "and each other power 2^e is written 2(w(e)), with w(e) written out in the same way. "
            f"Write w({self.number})."
        )

    def answer_format(self) -> AnswerFormat:
        bits = self.number.bit_length()
        return Text(SIGNS, max_length=bits * (2 * len(_notation(2 ** bits.bit_length() - 1)) + 4))

    def solve(self) -> str:
        return _notation(self.number)

    def score(self, answer: str, /) -> float:
        """0, but Infeasible for what is no notation: the powers in it become 2, from the inside out, until sums are left."""
        before, left = answer, answer.replace("2(0)", "2")
        while before != left:
            before, left = left, re.sub(r"2\(2(?:\+2)*\)", "2", left)
        if not re.fullmatch(r"2(?:\+2)*", left):
            raise Infeasible("expected powers joined by +, each written 2, 2(0) or 2(...) with such a sum inside")
        return 0.0

    def rules(self) -> Mapping[str, str]:
        powers = _powers(self.number)
        return {
            "exponents not written out": "+".join([f"2({'2' * power})" for power in powers]),
            "smallest power first": "+".join([_term(power) for power in powers[::-1]]),
            "exponents as sums of 2": "+".join(
                [f"2({'+'.join(['2'] * (power // 2))})" for power in powers if power > 1] or ["2"]
            ),
        }


def _powers(number: int) -> list[int]:
    """The exponents of its powers of two, the largest first."""
    return [power for power in range(number.bit_length() - 1, -1, -1) if number >> power & 1]


@cache
def _term(power: int) -> str:
    """2^power; exponents shrink so fast that the calls do not nest deeply."""
    return "2(0)" if power == 0 else "2" if power == 1 else f"2({_notation(power)})"


def _notation(number: int) -> str:
    return "+".join([_term(power) for power in _powers(number)])
