"""Count the ways to sort arrays by swaps of blocks."""

from collections.abc import Mapping, Sequence
from math import factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.text import rows


class BlockSwapSortingSequenceCount(Environment):
    """In how many ways each of some arrays is sorted by swaps of two blocks, each block length used once at most.

    Two arrays of four integers at first; one of the arrays doubles with each level, and a third one comes at level 3. From
    there on some of them are spoiled by another swap, and may have no way at all. Reward: exact, all needed.
    """

    arrays: Sequence[Sequence[int]]

    paper_name = "SegmentTreeSortingCounting"
    max_level = 16  # arrays of 128 integers

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"arrays": 2 if level < 3 else 3, "lengths": 4 + level + (level > 2)}

    @classmethod
    def draw(cls, rng: Random, arrays: int, lengths: int) -> Self:
        drawn = []
        for number in rng.sample(range(arrays), arrays):
            n = (lengths + number) // arrays  # of block lengths: 1, 2, 4 ...
            used = rng.sample(range(n), rng.randint(1 if arrays < 3 else 2, n))
            if arrays > 2 and rng.random() < 0.3:
                used.append(rng.randrange(n - 1))
            array = list(range(1, 2**n + 1))
            for exponent in used:
                _swap(array, 2**exponent, *sorted(rng.sample(range(2 ** (n - exponent)), 2)))
            drawn.append(array)
        return cls(arrays=drawn)

    def statement(self) -> str:
        return (
            f"Each of these {len(self.arrays)} arrays, one a line, holds the integers from 1 to its length:"
            f"\n{rows(self.arrays)}\n"
            "An operation takes a block length, a power of two from 1 to half the length of the array, cuts the array from left "
            "to right into blocks of this length, and swaps any two different blocks. Count, for each array, the sequences of "
            "operations that sort it in ascending order and use no block length twice. Two sequences differ when they differ "
            "in an operation or in the order of their operations; the empty sequence counts if the array is in order already. "
            "Give the numbers in the order of the arrays."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.arrays), low=0)

    def solve(self) -> list[int]:
        return [sum(map(factorial, _swaps_needed(array))) for array in self.arrays]

    def rules(self) -> Mapping[str, Sequence[int]]:
        needed = [_swaps_needed(array) for array in self.arrays]
        return {
            "the orders of a single set of operations": [factorial(max(swaps, default=0)) for swaps in needed],
            "the sets of operations": [len(swaps) for swaps in needed],
            "single ones": [1] * len(needed),
        }


def _swap(array: list[int], length: int, first: int, second: int) -> None:
    """Swap two blocks, by their numbers; the first is left of the second."""
    a, b = (slice(number * length, (number + 1) * length) for number in (first, second))
    array[a], array[b] = array[b], array[a]


def _swaps_needed(array: Sequence[int]) -> list[int]:
    """For each set of operations that sorts an array, in any order, how many there are.

    Swaps of longer blocks keep pairs of blocks together, so the shortest ones may come first and have to make pairs that
    belong together; at most two pairs can be wrong then. A pair becomes a single block.
    """
    found, stack = [], [([value - 1 for value in array], 0)]
    while stack:
        blocks, swaps = stack.pop()
        wrong = [i for i in range(0, len(blocks) - 1, 2) if blocks[i] & 1 or blocks[i + 1] != blocks[i] + 1]
        if len(blocks) < 2:
            found.append(swaps)
        elif not wrong:
            stack.append(([value // 2 for value in blocks[::2]], swaps))
        elif len(wrong) < 3:
            places = [place for i in wrong for place in (i, i + 1)]
            for k, first in enumerate(places):
                for second in places[k + 1 :]:
                    changed = list(blocks)
                    changed[first], changed[second] = blocks[second], blocks[first]
                    if not any(changed[i] & 1 or changed[i + 1] != changed[i] + 1 for i in wrong):
                        stack.append(([value // 2 for value in changed[::2]], swaps + 1))
    return found
