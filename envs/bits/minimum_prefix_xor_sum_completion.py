"""Fill the gaps of an array so that the sum of its prefix exclusive ors is least."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, takewhile
from operator import xor
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.bitwise import XOR

GAP = -1


class MinimumPrefixXorSumCompletion(OptimizationEnvironment):
    """Integers for the gaps of an array that make the sum of the exclusive ors of its prefixes as small as possible.

    An array of four with one gap at first, in front of two integers or three; a tenth more entries, and one, with each level,
    with a gap for each four or five. The integers have three binary digits at first, two more with every three levels. From
    level 3 on it is not enough to make one prefix from each gap on 0, the best one.
    Reward: (share of the way from prefixes of 0 at each gap to the least sum)^5.
    """

    numbers: Sequence[int]
    bits: int

    paper_name = "MinSumPreXor"
    max_level = 25
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "bits": 3 + 2 * level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        numbers = [rng.randint(1, 2**bits - 1) for _ in range(n)]
        gap = rng.randint(0, 1)
        while gap < n - 2:
            numbers[gap] = GAP
            gap += rng.randint(3, 6)
        return cls(numbers=numbers, bits=bits)

    def statement(self) -> str:
        gaps, high = self.numbers.count(GAP), 2**self.bits - 1
        shown = " ".join(["?" if number == GAP else str(number) for number in self.numbers])
        replace = f"Replace {'the' if gaps == 1 else 'each'} question mark by an integer from 0 to {high}"
        give = "an integer that does so" if gaps == 1 else f"{gaps} integers that do so, in the order of the question marks"
        return (
            f"Here is an array of {len(self.numbers)} integers, with a question mark for each that is missing:\n{shown}\n"
            f"{replace}. For each k from 1 to {len(self.numbers)} take the bitwise exclusive or (xor) of the first k entries. "
            f"{XOR} Make the sum of these {len(self.numbers)} values as small as possible. Give {give}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.numbers.count(GAP), low=0, high=2**self.bits - 1)

    def solve(self) -> list[int]:
        return self._filled(self._majority)

    def _filled(self, start_of: Callable[[Sequence[int]], int]) -> list[int]:
        """A gap sets the prefixes up to the next one to what we like, but for their differences to the one that starts them."""
        filled, now = [], 0
        for place, number in enumerate(self.numbers, 1):
            if number != GAP:
                now ^= number
                continue
            following = takewhile(lambda number: number != GAP, self.numbers[place:])
            start = start_of([*accumulate(following, xor, initial=0)])
            filled.append(now ^ start)
            now = start
        return filled

    def _majority(self, differences: Sequence[int]) -> int:
        """Each digit for itself: a 1 where it turns more ones to 0 than zeros to 1."""
        start = 0
        for digit in range(self.bits):
            ones = sum([difference >> digit & 1 for difference in differences])
            start |= (2 * ones > len(differences)) << digit
        return start

    def objective(self, answer: Sequence[int], /) -> int:
        total, now, filled = 0, 0, iter(answer)
        for number in self.numbers:
            now ^= next(filled) if number == GAP else number
            total += now
        return total

    def baseline(self) -> int:
        return self.objective(self._filled(lambda differences: 0))

    def guesses(self) -> Iterable[Sequence[int]]:
        found = [self._filled(lambda differences: 0)]
        return found if len(self.numbers) < 7 else [*found, self._filled(_best_of_them)]


def _best_of_them(differences: Sequence[int]) -> int:
    return min(differences, key=lambda start: sum([start ^ difference for difference in differences]))
