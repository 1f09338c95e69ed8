"""Count the tuples of integers of a range that have a given exclusive or."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near, rungs


class BoundedXorEquationCounting(Environment):
    """How many ordered N-tuples of integers from L to R have the exclusive or K.

    N is two at first, one more with every other level. R is at most 8 at first, 24 at level 4, and half as large again with each
    level from there on; L is at most half of R. K is that of a random tuple. Reward: exact.
    """

    count: int
    low: int
    high: int
    target: int

    paper_name = "XorEquationCounting"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"count": 2 + level // 2, "high": rungs((8, 10, 16, 20, 24), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, count: int, high: int) -> Self:
        high = near(rng, high)
        low = rng.randint(1, high // 2)
        target = 0
        for _ in range(count):
            target ^= rng.randint(low, high)
        return cls(count=count, low=low, high=high, target=target)

    def statement(self) -> str:
        names = "x1, x2" if self.count == 2 else "x1, x2, x3" if self.count == 3 else f"x1, ..., x{self.count}"
        return (
            f"How many ordered lists ({names}) of {self.count} integers from {self.low} to {self.high} have the bitwise "
            f"exclusive or (xor) {self.target}? {XOR} Equal integers are allowed in a list; two lists are different if they "
            f"differ at some place. Give the number of such lists modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Take the integers up to R and take away those below L; cut both ranges into blocks that share all but t low digits.

        A tuple of blocks, the widest with t digits, has the exclusive or K in a 2^t-th of its tuples if the digits above
        agree. There are four kinds of blocks, by their digits above: a, a ^ 1, b and b ^ 1, those of narrower ones with a and
        b. The digits above of a tuple depend on how many have a b, and how many are of the second kind, odd or even: the sums
        over tuples, each with two signs, say how many there are of each.
        """
        n, above, below = self.count, self.high + 1, self.low
        total = 0
        for t in range(above.bit_length()):
            a, b, width = above >> t, below >> t, 1 << t
            rest_a, rest_b, block_a, block_b = above % width, -(below % width), (a & 1) * width, -(b & 1) * width
            sums = {
                (u, v): (rest_a + u * rest_b + v * (block_a + u * block_b)) ** n - (rest_a + u * rest_b) ** n
                for u in (1, -1)
                for v in (1, -1)
            }
            for odd_b in (0, 1):
                for odd_block in (0, 1):
                    digits = (a if (n - odd_b) % 2 else 0) ^ (b if odd_b else 0) ^ odd_block
                    if digits == self.target >> t:
                        signed = [(u if odd_b else 1) * (v if odd_block else 1) * some for (u, v), some in sums.items()]
                        total += sum(signed) // (4 * width)
        return total % MODULUS

    def guesses(self) -> Iterable[int]:
        if self.high < 10:
            return []
        size = self.high - self.low + 1
        return [size ** (self.count - 1) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        size, places = self.high - self.low + 1, self.high.bit_length()
        return {
            "an even share": (size**self.count >> places) % MODULUS,
            "a share of the range": size ** (self.count - 1) % MODULUS,
        }
