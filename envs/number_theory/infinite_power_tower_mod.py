"""Find the remainder at which a power tower settles."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.sizes import rungs

_SLOW = (23, 47, 59, 83, 107)  # primes for which most towers need four terms or more to settle


class InfinitePowerTowerMod(Environment):
    """The remainder modulo M at which the terms a(n) = B^a(n-1) + C settle, where a(0) = 1.

    M is at most 10 at first, 60 at level 4, and two fifths larger with each level; from level 3 on it is a multiple of a prime
    for which three terms seldom do. B and C are at most 5 and 3 at first, and grow by five and three a level. In the paper B is
    always 2 and C is 0. Reward: exact.
    """

    base: int
    added: int
    modulus: int

    paper_name = "SelfPowerSequenceMOD"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        modulus = rungs((10, 14, 22, 50, 60), level, percent=40)
        return {"modulus": modulus, "base": min(50, 5 + 5 * level), "added": min(20, 3 + 3 * level)}

    @classmethod
    def draw(cls, rng: Random, modulus: int, base: int, added: int) -> Self:
        slow = rng.choice([prime for prime in _SLOW if prime <= modulus] or [1])
        factor = rng.randint(max(1, modulus // (2 * slow)), modulus // slow)
        return cls(base=rng.randint(2, base), added=rng.randint(0, added), modulus=slow * factor)

    def statement(self) -> str:
        term = f"{self.base}^a(n-1)" + (f" + {self.added}" if self.added else "")
        return (
            f"Let a(0) = 1, and let a(n) = {term} for n = 1, 2, 3, and so on. "
            f"From some n on, the remainders of a(n) on division by {self.modulus} are all the same. Give this remainder."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=self.modulus - 1)

    def solve(self) -> int:
        """Euler's theorem for any base: x^e and x^f agree modulo m where e and f do modulo phi(m) and are at least phi(m).

        The remainder modulo the last of m, phi(m), phi(phi(m)) ... is 0, as that is 1; from there back to m.
        """
        moduli = [self.modulus]
        while moduli[-1] > 1:
            moduli.append(_totient(moduli[-1]))
        remainder = 0
        for modulus, totient in zip(moduli[-2::-1], moduli[:0:-1], strict=True):
            remainder = (pow(self.base, remainder + totient, modulus) + self.added) % modulus
        return remainder

    def guesses(self) -> Iterable[int]:
        """What the first term gives; from level 3 on what the second does."""
        first = self.base + self.added
        return [self._after(1), *([self._after(first)] if self.modulus > 22 else [])]

    def rules(self) -> Mapping[str, int]:
        """The third term, and what comes of exponents that are reduced modulo M."""
        second = self._after(self.base + self.added)
        found = {"a(2)": second, "a(3)": self._after(self.base ** (self.base + self.added) + self.added)}
        return found | {"exponents modulo M": self._after(second), "twice": self._after(self._after(second))}

    def _after(self, term: int) -> int:
        """The remainder of the term that follows."""
        return (pow(self.base, term, self.modulus) + self.added) % self.modulus


def _totient(n: int) -> int:
    result = n
    for prime, _ in factorization(n):
        result -= result // prime
    return result
