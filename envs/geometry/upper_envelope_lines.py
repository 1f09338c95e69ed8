"""Find the lines that are seen from above."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerSet, grow
from rlve.envs.toolkit.text import rows


class UpperEnvelopeLines(Environment):
    """Which of N lines are strictly above all others somewhere; three at first, a tenth more, and one, with each level.

    The lines lie near the tangents of a parabola, so that many are seen and many others nearly are.
    Reward: (lines found / lines named or seen)^8.
    """

    lines: Sequence[Sequence[int]]

    paper_name = "VisibleLine"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(3, level, percent=10, plus=1)
        return {"n": n, "slope": n + 1 if level < 3 else 4 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, slope: int) -> Self:
        shift = rng.randint(0, 2 * slope)
        band = [(a, shift - a * a // slope - below) for a in range(-slope, slope + 1) for below in range(4)]
        return cls(lines=rng.sample(band, n))

    def statement(self) -> str:
        lines = rows([(i, a, b) for i, (a, b) in enumerate(self.lines)])
        return (
            f"Here are {len(self.lines)} different lines y = ax + b of the plane, one a line as: number a b\n{lines}\n"
            "A line is visible from above if it lies strictly above all the others for all x of some interval, bounded or not; "
            "to be highest at a single x only is not enough. Give the numbers of all visible lines."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.lines)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """From the least slope on, drop the line before where the new one overtakes the one before that no later."""
        seen: list[int] = []
        for i in sorted(range(len(self.lines)), key=self.lines.__getitem__):
            a, b = self.lines[i]
            while seen:
                c, d = self.lines[seen[-1]]
                if a > c:
                    if len(seen) < 2:
                        break
                    e, f = self.lines[seen[-2]]
                    if (f - b) * (c - e) > (f - d) * (a - e):
                        break
                seen.pop()
            seen.append(i)
        return seen

    def score(self, answer: Sequence[int], /) -> float:
        right, named = set(self.reference), set(answer)
        return (len(right & named) / len(right | named)) ** 8

    def guesses(self) -> Iterable[Sequence[int]]:
        yield range(len(self.lines))

    def rules(self) -> Mapping[str, Sequence[int]]:
        numbers = range(len(self.lines))
        best = {a: max([(b, i) for i, (c, b) in enumerate(self.lines) if c == a])[1] for a, _ in self.lines}
        high = max(numbers, key=lambda i: self.lines[i][1])
        ends = {max(numbers, key=lambda i: (sign * self.lines[i][0], self.lines[i][1])) for sign in (1, -1)}
        steps = {max(numbers, key=lambda i: self.lines[i][0] * x + self.lines[i][1]) for x in range(-9, 10)}
        return {
            "the highest of each slope": [*best.values()],
            "the ends and the highest": [*ends | {high}],
            "the highest at integers": [*steps | ends],
        }
