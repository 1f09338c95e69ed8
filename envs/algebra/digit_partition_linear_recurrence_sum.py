"""Add up terms of a sequence over all ways to cut a string of digits."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.polynomials import polynomial_product
from rlve.envs.toolkit.sizes import rungs

Residue = Sequence[int]


class DigitPartitionLinearRecurrenceSum(Environment):
    """The sum of F[n] over the totals n of all ways to cut a string of digits into numbers, modulo 10007.

    F has two given terms, at most 3 at first, and each later one is the sum of up to M before it, M = 2 or 3 at first, up to 5
    from level 3 on. Three binary digits at first, one more at levels 3, 7, 11 and so on; the base grows by one at levels 5, 9,
    13 and so on. Reward: exact.
    """

    digits: str
    base: int
    terms: int
    first: Sequence[int]

    paper_name = "ConcatenationPartitionCountingSum"
    max_level = 36  # base 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": 3 + (level + 1) // 4,
            "base": 2 + max(0, level - 1) // 4,
            "terms": rungs((3, 3, 4, 5), level),
            "first": rungs((3, 4, 6, 9), level, plus=1),
        }

    @classmethod
    def draw(cls, rng: Random, length: int, base: int, terms: int, first: int) -> Self:
        digits = [rng.randint(base // 2, base - 1), *[rng.randrange(base) for _ in range(length - 1)]]
        starts = [rng.randint(1, first) for _ in range(2)]
        return cls("".join(map(str, digits)), base, rng.randint(2, terms), starts)

    def statement(self) -> str:
        base = {2: "binary", 10: "decimal"}.get(self.base, f"base {self.base}")
        fewer = ", or of all before it while there are fewer" if self.terms > 2 else ""
        return (
            f"A sequence has F[0] = {self.first[0]} and F[1] = {self.first[1]}, and for n >= 2 F[n] is the sum of the "
            f"{self.terms} terms just before it{fewer}. Cut the string of {base} digits {self.digits} in every way into one or "
            f"more consecutive pieces. Read each piece as a {base} number (it may begin with 0), and let n be the sum of the "
            f"pieces. Add up F[n] over all {2 ** (len(self.digits) - 1)} ways. Give the result in decimal, modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Add up x^n instead of F[n], modulo x^M - x^(M-1) - ... - 1: then a piece is a factor, whatever comes before it."""
        up_to = [self._x(0)]  # for each prefix, the sum of x^n over all ways to cut it
        last: list[Residue] = []  # what ends at the last digit, by where it starts
        for digit in map(int, self.digits):
            single = self._x(digit)
            last = [*[_product(_power(piece, self.base), single) for piece in last], single]
            products = map(_product, up_to, last)
            up_to.append([sum(column) % MODULUS for column in zip(*products, strict=True)])
        return self._value(up_to[-1])

    def _x(self, n: int) -> Residue:
        return _power([0, 1] + [0] * (self.terms - 2), n)

    def _value(self, residue: Residue) -> int:
        """The same sum of terms of F instead of powers of x."""
        terms = list(self.first)
        while len(terms) < self.terms:
            terms.append(sum(terms))
        return sum([a * term for a, term in zip(residue, terms, strict=True)]) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [self._value(self._x(int(self.digits, self.base)))]

    def rules(self) -> Mapping[str, int]:
        whole, single = int(self.digits, self.base), sum(map(int, self.digits))
        ends = [self._value(self._x(n)) for n in (whole, single)]
        return {
            "whole and single digits only": sum(ends) % MODULUS,
            "every way like single digits": ends[1] * 2 ** (len(self.digits) - 1) % MODULUS,
        }


def _product(left: Residue, right: Residue) -> Residue:
    """Modulo x^M - x^(M-1) - ... - 1, where M is the length of both."""
    m = len(left)
    product = polynomial_product(left, right)
    while len(product) > m:
        top = product.pop()
        product[-m:] = [low + top for low in product[-m:]]
    return [coefficient % MODULUS for coefficient in product]


def _power(residue: Residue, n: int) -> Residue:
    result: Residue = [1] + [0] * (len(residue) - 1)
    for bit in f"{n:b}":
        result = _product(result, result)
        if bit == "1":
            result = _product(result, residue)
    return result
