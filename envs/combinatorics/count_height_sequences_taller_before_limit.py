"""Count the sequences of heights in lines where few taller people stand in front."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class CountHeightSequencesTallerBeforeLimit(Environment):
    """How many sequences of heights have lines that keep every limit; three people at first, five at level 4.

    From there on there is about a tenth more, and one, with every other level. Limits are drawn around a hidden line that keeps
    them; from five people on some heights are always equal. Reward: exact.
    """

    people: Sequence[tuple[int, int]]

    paper_name = "LandformGenerationCounting"
    version = 2
    max_level = 27

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"twice": rungs((6, 7, 8, 9, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, twice: int) -> Self:
        n = (twice + rng.randint(0, 1)) // 2
        line = [rng.randint(1, n if n < 5 else 2 * n // 3) for _ in range(n)]
        people = []
        for place, height in enumerate(line):
            before = sum([other > height for other in line[:place]])
            people.append((height, rng.randint(before, sum([other > height for other in line]))))
        rng.shuffle(people)
        return cls(people=people)

    def statement(self) -> str:
        return (
            f"Here are {len(self.people)} people, one a line as: number: height limit\n{numbered_rows(self.people)}\n"
            "All of them stand in a line, one behind the other. A line is allowed when each person has at most as many "
            "taller people in front of them, at any distance, as their limit says; the same height is not taller. "
            "Each allowed line gives the sequence of its heights from first to last. Count the different sequences "
            f"of heights that allowed lines give. Give their number modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Insert the heights into the line from the tallest down; later ones do not matter to those already there.

        The limits of equal heights can be given in ascending order to the places, so these count as non-decreasing
        numbers of taller people before, each at most its limit.
        """
        total = 1
        for caps in self._caps():
            ways = [1] + [0] * max(caps)  # by the number of taller people before the last one inserted
            for cap in caps:
                ways = list(accumulate(ways[: cap + 1])) + [0] * (max(caps) - cap)
            total = total * sum(ways) % MODULUS
        return total

    def _caps(self) -> list[list[int]]:
        """For each height, the tallest first, how many taller people its people can have before them at most, ascending."""
        caps: dict[int, list[int]] = {}
        for height, limit in sorted(self.people, key=lambda person: (-person[0], person[1])):
            taller = sum([other > height for other, _ in self.people])
            caps.setdefault(height, []).append(min(limit, taller))
        return list(caps.values())

    def acceptable(self) -> bool:
        return len({height for height, _ in self.people}) > 1

    def guesses(self) -> Iterable[int]:
        if len(self.people) < 5:
            return []
        heights = Counter([height for height, _ in self.people])
        unlimited = factorial(len(self.people)) // prod([factorial(count) for count in heights.values()])
        all_different = prod([cap + 1 for caps in self._caps() for cap in caps])
        return [0, 1, unlimited % MODULUS, all_different % MODULUS]
