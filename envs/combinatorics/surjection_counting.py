"""Count the ways to put balls into boxes with no box empty and some choices barred."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.text import rows


class SurjectionCounting(Environment):
    """In how many ways N balls can be put into R boxes with no box empty, where some balls must not go into some boxes.

    N is 4 and R is 2 or 3 at first, with up to four barred pairs of a ball and a box. N and the number of barred pairs grow by
    one with each level, R with every third. Reward: exact.
    """

    balls: int
    boxes: int
    barred: Sequence[tuple[int, int]]

    paper_name = "StirlingSecond"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"balls": 4 + level, "boxes": 3 + level // 3, "barred": 4 + level}

    @classmethod
    def draw(cls, rng: Random, balls: int, boxes: int, barred: int) -> Self:
        """Each ball has a box of its own that is not barred, and these are all boxes; mostly one is open to all balls."""
        boxes = rng.randint(max(boxes - 1, min(balls - 2, 3)), boxes)
        barred = rng.randint(barred - 1, barred) if boxes > 2 else rng.randint(1, 3)
        home = rng.sample([*range(boxes), *rng.choices(range(boxes), k=balls - boxes)], balls)
        unbarred = rng.randrange(boxes) if rng.randrange(3) else boxes
        pairs = [(ball, box) for ball in range(balls) for box in range(boxes) if box not in (home[ball], unbarred)]
        return cls(balls=balls, boxes=boxes, barred=sorted(rng.sample(pairs, min(barred, len(pairs)))))

    def acceptable(self) -> bool:
        return self.balls > 4 or self.reference < 20

    def statement(self) -> str:
        return (
            f"The balls 0 to {self.balls - 1}, all different, are to be put into the boxes 0 to {self.boxes - 1}, each ball into "
            "one box, such that no box stays empty. These are the balls that must not go into some box, one pair a line as: "
            f"ball box\n{rows(self.barred)}\nIn how many ways can this be done? Give the number of ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Inclusion and exclusion over the boxes that stay empty, as a mask; all balls without barred boxes are alike."""
        kept = [0] * self.balls
        for ball, box in self.barred:
            kept[ball] |= 1 << box
        total, every, free = 0, (1 << self.boxes) - 1, kept.count(0)
        bound = [every & ~mask for mask in kept if mask]
        for used in range(1, every + 1):
            boxes = used.bit_count()
            ways = boxes**free * prod([(mask & used).bit_count() for mask in bound])
            total += ways if (self.boxes - boxes) % 2 == 0 else -ways
        return total % MODULUS

    @property
    def _without_barred(self) -> int:
        return sum([(-1) ** k * comb(self.boxes, k) * (self.boxes - k) ** self.balls for k in range(self.boxes)])

    @property
    def _with_empty(self) -> int:
        barred = [ball for ball, _ in self.barred]
        return prod([self.boxes - barred.count(ball) for ball in range(self.balls)])

    def guesses(self) -> Iterable[int]:
        return [self._with_empty % MODULUS, self._without_barred % MODULUS] if self.balls > 4 else []

    def rules(self) -> Mapping[str, int]:
        every = self.boxes**self.balls
        return {
            "as if nothing were barred": self._without_barred % MODULUS,
            "as if boxes might stay empty": self._with_empty % MODULUS,
            "as if the two shares did not depend on each other": round(self._without_barred * self._with_empty / every) % MODULUS,
        }
