"""Place items on a circle of slots, by strides, with shifts that are lexicographically least."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import rungs


class LexicographicProbingSlotAssignment(Environment):
    """Slots for N-1 items on a circle of N, one slot reserved, with the least shifts and then the fewest strides.

    Four slots at first; a tenth more, and one, with each level. N and the stride have a common divisor g, and half of the items
    or more start in one class modulo g, so that both the shifts and the strides matter; from level 2 on it does not do to go to
    the next free slot where strides alone lead to none. Reward: (share of items in the right slot)^10.
    """

    n: int
    starts: Sequence[int]
    stride: int
    reserved: int

    paper_name = "BoxScheduling"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 6, 8, 9, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        least = n - n // 5
        n, strides = rng.choice([(size, some) for size in range(least, n + 1) if (some := _strides(size))])
        stride, crowded = rng.choice(strides), rng.randrange(n)
        starts = [(crowded + rng.randrange(n) * rng.choice((1, gcd(stride, n)))) % n for _ in range(n - 1)]
        return cls(n=n, starts=starts, stride=stride, reserved=rng.randrange(n))

    def statement(self) -> str:
        n = self.n
        return (
            f"A circle has the slots 0 to {n - 1}. Slot {self.reserved} stays empty; each other slot takes one of the items 0 to "
            f"{n - 2}. You choose integers X[i] >= 0 and Y[i] >= 0 for each item i: it goes to the slot "
            f"(C[i] + {self.stride} X[i] + Y[i]) mod {n}, where C is\n{' '.join(map(str, self.starts))}\n"
            f"Make the list Y[0], ..., Y[{n - 2}] lexicographically as small as possible, and among the choices with this list Y "
            f"also the list X[0], ..., X[{n - 2}]. Give the slots of the items in order, that of item 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.n - 1, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Item after item: Y leads to the next class modulo gcd(stride, N) with a free slot, X to the next free slot in it.

        Which slots of a class are taken matters to no later Y, only how many.
        """
        g = gcd(self.stride, self.n)
        free = [True] * self.n
        free[self.reserved] = False
        left = [self.n // g - (self.reserved % g == k) for k in range(g)]
        slots: list[int] = []
        for slot in self.starts:
            shifted = next(place for place in range(slot, slot + g) if left[place % g])
            way = range(shifted, shifted + self.n * self.stride, self.stride)
            slots.append(next(place % self.n for place in way if free[place % self.n]))
            free[slots[-1]] = False
            left[slots[-1] % g] -= 1
        return slots

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 10)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._next_free(strides=self.n)] if self.n > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {
            "next free slot": self._next_free(strides=1),
            "strides alone, else the next free slot": self._next_free(strides=self.n),
            "one stride": [(slot + self.stride) % self.n for slot in self.starts],
        }

    def _next_free(self, strides: int) -> list[int]:
        """For each item the first free slot of so many strides, and of single steps after them."""
        slots: list[int] = []
        for start in self.starts:
            way = [(start + self.stride * x) % self.n for x in range(strides)] + [(start + y) % self.n for y in range(self.n)]
            slots.append(next(slot for slot in way if slot not in [*slots, self.reserved]))
        return slots


def _strides(n: int) -> list[int]:
    """The strides that have a common divisor with N."""
    return [stride for stride in range(2, n) if gcd(stride, n) > 1]
