"""Find the least exponent of a power with a given remainder."""

from math import gcd, isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class DiscreteLogarithm(Environment):
    """The least y >= 0 for which X^y leaves the remainder K on division by Z, which need not be prime or coprime to X.

    Z is at most 13 at first, 62 or 63 at level 4, and half as large again with each level from there on. y is at least sqrt(Z).
    Reward: exact.
    """

    base: int
    modulus: int
    remainder: int

    paper_name = "DiscreteLogarithm"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"modulus": rungs((13, 19, 29, 44, 62), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, modulus: int) -> Self:
        modulus = near(rng, modulus) | rng.randrange(2)  # modulo an odd number more powers are long in coming
        base = rng.randint(2, modulus - 1)
        return cls(base=base, modulus=modulus, remainder=pow(base, rng.randint(2, modulus), modulus))

    def acceptable(self) -> bool:
        return self.reference >= isqrt(self.modulus)

    def statement(self) -> str:
        return (
            f"Find the smallest integer y >= 0 such that {self.base}^y leaves the remainder {self.remainder} when it is divided "
            f"by {self.modulus}. ({self.base}^0 is 1.)"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Powers of what X and Z have in common first; then baby steps and giant steps, with X and the modulus coprime."""
        modulus, target, factor, shift = self.modulus, self.remainder, 1, 0
        while (common := gcd(self.base, modulus)) > 1:
            if target == factor % modulus:
                return shift
            modulus //= common
            target //= common
            factor, shift = factor * (self.base // common) % modulus, shift + 1
        target = target * pow(factor, -1, modulus) % modulus
        width = isqrt(modulus) + 1
        late, power = {}, target
        for j in range(width + 1):
            late[power] = j  # the largest of equal ones stays
            power = power * self.base % modulus
        step, power = pow(self.base, width, modulus), 1
        for i in range(1, width + 1):
            power = power * step % modulus
            if power in late:
                return shift + i * width - late[power]
        raise ValueError(f"no power of {self.base} leaves the remainder {self.remainder} on division by {self.modulus}")
