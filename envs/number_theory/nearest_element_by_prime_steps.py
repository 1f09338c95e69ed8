"""Find for each integer the nearest one by steps of one prime factor."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Infeasible, IntegerList
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import rungs

PRIMES = (2, 3, 5, 7, 11, 13)


class NearestElementByPrimeSteps(Environment):
    """For each of N integers the nearest other, where a step multiplies or divides by a prime; N is 3, then one more a level.

    The integers are at most 15 at first, 150 at level 4, and two fifths more with each level. They have no prime factor above 13,
    so that most share one. Reward: (share of entries that are right)^5.
    """

    numbers: Sequence[int]

    paper_name = "ODLDistance"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "largest": rungs((15, 30, 50, 90, 150), level, percent=40)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        return cls(numbers=rng.sample(_smooth_numbers(largest), n))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here are {n} different positive integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "One step multiplies an integer by a prime, or divides it by a prime that divides it. The distance of two integers "
            "is the least number of steps that lead from one to the other. Give for each position, in order, the position of "
            "the other integer at the least distance from the integer there; of several such positions, the smallest."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerList(length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """a and b, with p and q prime factors and r in common, are p + q - 2 * r steps apart."""
        primes = [_prime_factors(number) for number in self.numbers]
        common: dict[int, int] = {1: 0}
        distances = [[0] * len(primes) for _ in primes]
        for i, a in enumerate(self.numbers):
            for j in range(i):
                divisor = gcd(a, self.numbers[j])
                if divisor not in common:
                    common[divisor] = _prime_factors(divisor)
                distances[i][j] = distances[j][i] = primes[i] + primes[j] - 2 * common[divisor]
        return self._nearest(distances)

    def _nearest(self, distances: Sequence[Sequence[int]]) -> list[int]:
        """For each position the first other with the least number in its row."""
        positions = range(len(self.numbers))
        return [min([j for j in positions if j != i], key=row.__getitem__) for i, row in enumerate(distances)]

    def score(self, answer: Sequence[int], /) -> float:
        if any(i == j for i, j in enumerate(answer)):
            raise Infeasible("a position is given for itself")
        return credit_by_share(self.reference, answer, exponent=5)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Nearest by value, by the product of the primes between, by the largest common divisor; always the same integer."""
        numbers = self.numbers
        return {
            "nearest value": self._nearest([[abs(a - b) for b in numbers] for a in numbers]),
            "least factor between": self._nearest([[a * b // gcd(a, b) ** 2 for b in numbers] for a in numbers]),
            "largest common divisor": self._nearest([[-gcd(a, b) for b in numbers] for a in numbers]),
            "fewest primes": self._nearest([[_prime_factors(b) for b in numbers] for _ in numbers]),
            "smallest integer": self._nearest([numbers for _ in numbers]),
        }


def _prime_factors(n: int) -> int:
    """How many prime factors n has, repeated ones counted."""
    return sum([exponent for _, exponent in factorization(n)])


@cache
def _smooth_numbers(largest: int) -> list[int]:
    """The integers from 2 to `largest` that are products of the PRIMES."""
    numbers = [1]
    for p in PRIMES:
        for number in numbers:  # grows while it is read, so that powers of p are covered
            if number * p <= largest:
                numbers.append(number * p)
    return sorted(numbers)[1:]
