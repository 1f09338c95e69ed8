"""Combine integers to the least positive sum."""

from collections.abc import Sequence
from itertools import product
from math import gcd, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


class SmallestPositiveIntegerCombination(OptimizationEnvironment):
    """Factors for N integers, some of them negative, so that the sum of the products is positive and as small as possible.

    N is 2 at first, 3 at level 3, and one more with every fourth level; the integers are at most 20 at first, and twice as large
    with each level. All N are needed: for each of N primes just one integer lacks it, so that fewer have a larger common divisor.
    Reward: (least sum / sum)^5.
    """

    numbers: Sequence[int]

    paper_name = "BezoutIdentity"
    goal = "minimum"
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 2 + (level + 1) // 4, "largest": grow(20, level, percent=100)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        primes, common = rng.sample(PRIMES[: n + 1], n), rng.randint(1, 2)
        numbers = []
        for lacking in primes:
            number = common * prod(primes) // lacking
            highest = max(1, largest // number)
            extra = rng.randint(highest // 2 + 1, highest)
            while extra % lacking == 0:
                extra //= lacking
            numbers.append(number * extra * rng.choice((-1, 1)))
        return cls(numbers=numbers)

    def acceptable(self) -> bool:
        """Factors -1, 0 and 1 do not suffice where there are few integers."""
        least = gcd(*self.numbers)
        if len(self.numbers) > 3:
            return True
        return all(sum(map(int.__mul__, signs, self.numbers)) != least for signs in product((-1, 0, 1), repeat=len(self.numbers)))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here are {n} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Choose for each of them an integer factor, which may be negative or 0, and add up the products of the integers "
            f"and their factors. The sum is to be positive and as small as possible. Give the {n} factors in the order of the "
            "integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers))

    def solve(self) -> list[int]:
        """One integer after the other: with factors for the common divisor of those before, by a modular inverse."""
        first, *others = self.numbers
        divisor, factors = abs(first), [1 if first > 0 else -1]
        for place, number in enumerate(others, 1):
            both = gcd(divisor, number)
            before = pow(divisor // both, -1, abs(number) // both)
            factors = [before * factor for factor in factors]
            own = (both - before * divisor) // number
            for i, earlier in enumerate(self.numbers[:place]):  # what can be exchanged for this number: factors stay small
                step = number // gcd(earlier, number)
                times = factors[i] // step
                factors[i] -= times * step
                own += times * step * earlier // number
            divisor, factors = both, [*factors, own]
        return factors

    def objective(self, answer: Sequence[int], /) -> int:
        total = sum(map(int.__mul__, self.numbers, answer))
        if total <= 0:
            raise Infeasible(f"the sum is {total}, not positive")
        return total
