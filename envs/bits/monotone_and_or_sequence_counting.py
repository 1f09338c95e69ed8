"""Count the arrays whose AND with a given one never falls while their OR with it never climbs."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class MonotoneAndOrSequenceCounting(Environment):
    """How many arrays of integers of M bits have a non-decreasing AND and a non-increasing OR with a given one.

    Three integers of two bits at first; one integer more at each level that is not even, one bit more at the others.
    Reward: exact.
    """

    numbers: Sequence[int]
    bits: int

    paper_name = "AndOr_Sequence_Counting"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + (level + 1) // 2, "bits": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        return cls(numbers=[rng.getrandbits(bits) for _ in range(n)], bits=bits)

    def acceptable(self) -> bool:
        """A count below 20 at first, and below 1,000 up to level 2."""
        return len(self.numbers) > 4 or self.solve() < (20 if len(self.numbers) < 4 else 1000)

    def statement(self) -> str:
        n, high = len(self.numbers), 2**self.bits - 1
        words = ", ".join([f"{number:0{self.bits}b}" for number in self.numbers])
        return (
            f"Here is an array A of {n} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"In binary with {self.bits} digits, the highest first: {words}. Take the arrays B of {n} integers from 0 to {high} "
            "for which, from each position i to the next, the number Ai AND Bi never gets smaller and the number Ai OR Bi never "
            "gets larger. AND and OR work on each binary place: AND gives 1 where both have a 1, OR where at least one has. "
            f"Give the number of such arrays B modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Where A has a 1, B decides the AND alone, elsewhere the OR alone: the arrays of both kinds go together freely.

        Those that never climb are, with 0 for 1, those that never fall.
        """
        high = 2**self.bits - 1
        return self._climbing(self.numbers) * self._climbing([high - number for number in self.numbers]) % MODULUS

    def _climbing(self, masks: Sequence[int]) -> int:
        """How many arrays never fall and have ones only where the masks have, the lowest digits first.

        For positions from l up to r: the highest digit is 0 in front and 1 behind, and in both parts the rest never falls.
        """
        n = len(masks)
        ways = [[1] * (n + 1) for _ in range(n + 1)]  # of positions l to r - 1, by l and r
        for digit in range(self.bits):
            longer = [[1] * (n + 1) for _ in range(n + 1)]
            first = 0  # from there to r - 1 all masks have this digit
            for r in range(1, n + 1):
                if not masks[r - 1] >> digit & 1:
                    first = r
                for left in range(r):
                    parts = range(max(left, first), r + 1)
                    longer[left][r] = sum([ways[left][middle] * ways[middle][r] for middle in parts]) % MODULUS
            ways = longer
        return ways[0][n]

    def rules(self) -> Mapping[str, int]:
        high = 2**self.bits - 1
        return {
            "climbing only": self._climbing(self.numbers),
            "falling only": self._climbing([high - number for number in self.numbers]),
        }
