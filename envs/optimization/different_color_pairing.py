"""Pair pearls so that no pair has one colour."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList


class DifferentColorPairing(ConstraintEnvironment):
    """Pair N pearls of several colours, none with one of its own colour; two more pearls with each level.

    Four pearls of up to five colours at first, one colour more with each level. From level 3 on either one colour makes half
    of the pearls, or three colours make nearly a third each.
    Reward: (share of pearls that are used, less those paired with their own colour)^10.
    """

    counts: Sequence[int]

    paper_name = "DifferentColorPairing"
    max_level = 40
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + 2 * level, "colours": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, colours: int) -> Self:
        if n < 10:
            parts = _parts(rng, n, rng.randint(3, colours - 1))
            return cls(counts=rng.sample(parts + [0] * (colours - len(parts)), colours))
        if rng.randrange(5) < 2:
            others = _parts(rng, n // 2, rng.randint(3, min(n // 2, colours) - 1))
            others = rng.sample(others + [0] * (colours - 1 - len(others)), colours - 1)
            place = rng.randint(1, colours - 2)
            return cls(counts=[*others[:place], n // 2, *others[place:]])
        few = rng.randint(0, n // 7)
        parts = [(n - few + i) // 3 for i in range(3)] + (_parts(rng, few, rng.randint(1, min(few, colours - 3))) if few else [])
        return cls(counts=rng.sample(parts + [0] * (colours - len(parts)), colours))

    def acceptable(self) -> bool:
        """No colour makes more than half of the pearls."""
        return 2 * max(self.counts) <= sum(self.counts)

    def statement(self) -> str:
        return (
            f"Here are the numbers of pearls of {len(self.counts)} colours, that of colour 0 first:\n"
            f"{' '.join(map(str, self.counts))}\n"
            f"Put all {sum(self.counts)} pearls into pairs, so that every pearl is in one pair and the two pearls of a pair have "
            "different colours. Give the two colours of each pair, one pair after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=sum(self.counts), low=0, high=len(self.counts) - 1, pairs=True)

    def solve(self) -> list[int]:
        """Sorted by colour, each pearl with the one half of them further on: no colour reaches that far."""
        pearls = self._pearls()
        half = len(pearls) // 2
        return [colour for pair in zip(pearls[:half], pearls[half:], strict=True) for colour in pair]

    def _pearls(self) -> list[int]:
        return [colour for colour, count in enumerate(self.counts) for _ in range(count)]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        used = sum((Counter(answer) & Counter(self._pearls())).values())
        alike = sum([a == b for a, b in zip(answer[::2], answer[1::2], strict=True)])
        return max(0, used - 2 * alike), len(answer)

    def rules(self) -> Mapping[str, Sequence[int]]:
        pearls = self._pearls()
        outside_in = [colour for pair in zip(pearls, pearls[::-1], strict=True) for colour in pair]
        return {
            "the first with the last, and so on inwards": outside_in[: len(pearls)],
            "the two first colours that are left": self._one_by_one(list(range(len(self.counts)))),
            "the frequent colours in turn with the first others": self._one_by_one(
                sorted(range(len(self.counts)), key=self.counts.__getitem__, reverse=True)
            ),
        }

    def _one_by_one(self, order: Sequence[int]) -> list[int]:
        """Always a pearl of the first colour of an order that is left with one of the second; the rest as it comes."""
        left, pairs = list(self.counts), []
        while len(two := [colour for colour in order if left[colour] > 0][:2]) == 2:
            pairs += two
            for colour in two:
                left[colour] -= 1
        return pairs + [colour for colour, count in enumerate(left) for _ in range(count)]


def _parts(rng: Random, total: int, count: int) -> list[int]:
    """A random way to write a total as a sum of so many positive integers, in order."""
    return [b - a for a, b in pairwise([0, *sorted(rng.sample(range(1, total), count - 1)), total])]
