"""Complete a sequence over four digits with forbidden neighbours and sets of positions that must differ."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.open_numbers import OPEN, filled_numbers
from rlve.envs.toolkit.text import rows

BESIDE = ({0, 1}, {0, 3}, {1, 2})  # what may stand next to each other


class QuaternarySequenceWithDistinctness(ConstraintEnvironment):
    """The missing digits of a sequence over 0 to 3 in which few pairs may be neighbours, and listed positions differ.

    6 digits at first, 3 of them missing; one more, and missing, with each level, and two sets for every three positions. In
    each set two positions have the same parity, since others differ anyhow; from level 2 on it may hold one or two more.
    From level 3 on neither the lowest digit that fits so far nor the highest does from both ends.
    Reward: (share of kept conditions: neighbours and sets that a missing digit is part of)^8.
    """

    digits: Sequence[int]
    sets: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "RangeFourSequenceConstruction"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + level, "gaps": 2 + level if level < 2 else 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, gaps: int) -> Self:
        parity, digits = rng.randrange(2), [0] * n
        outer: set[int] = set()  # the places of 2 and 3: of any two neighbours, one is 0 or 1
        for place in rng.sample(range(n), n):
            if place - 1 not in outer and place + 1 not in outer and (not outer or rng.random() < 0.8):
                outer.add(place)
        for place in range(n):
            digits[place] = (place + parity) % 2 + 2 * (place in outer)
        hidden_at = rng.sample(range(n), gaps)
        sets: dict[frozenset[int], list[int]] = {}
        for first in (hidden_at * 2)[: n * 2 // 3]:
            others = [place for place in range(n) if digits[place] == digits[first] ^ 2]
            if others:
                beyond = [place for place in range(n) if (place - first) % 2]
                more = rng.sample(beyond, rng.randrange(2) if n > 7 else 0)
                more += [place for place in rng.sample(beyond, 1) if more and digits[place] != digits[more[0]]]
                places = rng.sample([first, rng.choice(others), *more], 2 + len(more))
                sets[frozenset(places)] = places
        shown = [OPEN if place in hidden_at else digit for place, digit in enumerate(digits)]
        return cls(digits=shown, sets=[*sets.values()], solution=[digits[place] for place in sorted(hidden_at)])

    def statement(self) -> str:
        n = len(self.digits)
        return (
            f"Here is a sequence of {n} digits from 0 to 3, at the positions 0 to {n - 1}; some are replaced by a ?:\n"
            f"{' '.join(['?' if digit == OPEN else str(digit) for digit in self.digits])}\n"
            "Put such a digit in place of each ? so that any two neighbours are 0 and 1, 0 and 3, or 1 and 2, in either "
            "order, and for each of the following lines the digits at all the positions in it are different:\n"
            f"{rows(self.sets)}\nGive what the ? stand for, from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=3)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        (digits,) = filled_numbers([self.digits], answer)
        asked = [{place, place + 1} for place in range(len(digits) - 1) if OPEN in self.digits[place : place + 2]]
        beside = sum([{digits[place] for place in pair} in BESIDE for pair in asked])
        return beside + sum([len({digits[place] for place in some}) == len(some) for some in self.sets]), len(asked) + len(
            self.sets
        )

    def acceptable(self) -> bool:
        if len(self.digits) < 9:
            return len(self.sets) > 1
        tried = [[self.satisfied(self._first_that_fits(way, pick)) for way in (1, -1)] for pick in (0, -1)]
        return all(any(kept < total for kept, total in both) for both in tried)

    def rules(self) -> Mapping[str, Sequence[int]]:
        ways = [("forward", 1), ("backward", -1)]
        picks = [("lowest", 0), ("highest", -1)]
        return {f"{a}, {b}": self._first_that_fits(way, pick) for a, way in ways for b, pick in picks}

    def _first_that_fits(self, step: int, pick: int) -> list[int]:
        """From left to right, or backwards, the lowest or highest digit that neighbours and sets allow so far; 0 if none does."""
        digits = [*self.digits]
        for place in [place for place, digit in enumerate(self.digits) if digit == OPEN][::step]:
            near = [digit for digit in digits[max(0, place - 1) : place + 2] if digit != OPEN]
            others = {digits[other] for some in self.sets if place in some for other in some}
            fits = [digit for digit in range(4) if digit not in others and all({digit, other} in BESIDE for other in near)]
            digits[place] = fits[pick] if fits else 0
        return [new for new, old in zip(digits, self.digits, strict=True) if old == OPEN]
