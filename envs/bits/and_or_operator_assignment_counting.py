"""Count the ways to join binary words by AND and OR for a given result."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class AndOrOperatorAssignmentCounting(Environment):
    """In how many ways N operators, AND or OR, lead from zeros by way of N binary words to a given word.

    Three words of two bits at first; one word more with each level, one bit more with every third. The result is that of random
    operators. From six words on it has both a 0 and a 1. Reward: exact.
    """

    words: Sequence[str]
    result: str

    paper_name = "BitwiseOperationSequenceCounting"
    max_level = 36  # counts of at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "bits": 2 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        words = [rng.getrandbits(bits) for _ in range(n)]
        result = 0
        for word in words:
            result = result & word if rng.random() < 0.5 else result | word
        return cls(words=[f"{word:0{bits}b}" for word in words], result=f"{result:0{bits}b}")

    def statement(self) -> str:
        n, lines = len(self.words), "\n".join(self.words)
        return (
            f"Here are {n} binary words, one a line, in order:\n{lines}\n"
            f"Start with X = {'0' * len(self.result)}. For each word W in this order replace X by X AND W or by X OR W, as you "
            "choose. Both work on each place by itself: AND gives 1 where X and W both have a 1, OR gives 1 where at least one "
            f"of them has. How many of the 2^{n} ways to choose the {n} operators end with X = {self.result}?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=2 ** len(self.words))

    def solve(self) -> int:
        least, most = self._bounds()
        return max(0, most - least)

    def _bounds(self) -> tuple[int, int]:
        """Read the operators as a binary number, the last one first, AND as 1: it is at least the one, less than the other.

        So is each column; it ends in 1 exactly where the operators are the smaller number, since the last word in which the
        two differ decides: either OR meets a 1, or AND a 0.
        """
        least, most = 0, 1 << len(self.words)
        for column, bit in zip(zip(*self.words[::-1], strict=True), self.result, strict=True):
            number = int("".join(column), 2)
            if bit == "1":
                most = min(most, number)
            else:
                least = max(least, number)
        return least, most

    def guesses(self) -> Iterable[int]:
        if len(self.words) < 6:
            return []
        least, most = self._bounds()
        return [most, 2 ** len(self.words) - least]

    def rules(self) -> Mapping[str, int]:
        ways, bits = 2 ** len(self.words), len(self.result)
        return {"an even share": ways // 2**bits, "a share by order": ways // (bits + 1)}
