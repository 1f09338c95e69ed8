"""Find the probability that given steps of an urn draw balls of given colours."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.text import rows


class PolyaUrnEventProbability(Environment):
    """The probability of several events in an urn that gets more balls of each colour that is drawn.

    Two events and two or three colours with one to three balls each at first; one ball more with each level, an event more with
    every other one, a colour more with every fifth. About half of the steps are events; a colour that came up in one
    is likelier in the next. Reward: exact.
    """

    counts: Sequence[int]
    added: int
    events: Sequence[tuple[int, int]]

    paper_name = "PolyaModel"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"events": 2 + level // 2, "colours": 3 + level // 5, "most": 3 + level, "added": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, events: int, colours: int, most: int, added: int) -> Self:
        counts = [rng.randint(most // 2, most) for _ in range(rng.randint(colours - 1, colours))]
        steps = sorted(rng.sample(range(1, 2 * events + 1), events))
        drawn: list[int] = []
        for _ in steps:
            drawn.append(rng.choice([*range(len(counts)), *drawn]))
        return cls(counts=counts, added=rng.randint(1, added), events=list(zip(steps, drawn, strict=True)))

    def statement(self) -> str:
        n, more = len(self.counts), f"{self.added} more ball{'s' * (self.added > 1)}"
        return (
            f"An urn holds balls of {n} colours, numbered from 0. It has this many balls of the colours, in this order:\n"
            f"{' '.join(map(str, self.counts))}\n"
            f"In each of the steps 1, 2, 3, ... a ball is drawn uniformly at random, and it is put back together with {more} of "
            "its colour. What is the probability that the following steps draw balls of the following colours, one step a line "
            f"as: step colour\n{rows(self.events)}\n"
            "Steps that are not listed may draw any colour."
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """The draws are exchangeable: the steps between do not matter."""
        counts, total = list(self.counts), sum(self.counts)
        top = bottom = 1
        for _, colour in self.events:
            top *= counts[colour]
            bottom *= total
            counts[colour] += self.added
            total += self.added
        return Rational(top, bottom)

    def guesses(self) -> Iterable[Rational]:
        return [self._as_if_put_back()]

    def rules(self) -> Mapping[str, Rational]:
        total, colours = sum(self.counts), [colour for _, colour in self.events]
        again = prod([self.counts[colour] + self.added * colours[:i].count(colour) for i, colour in enumerate(colours)])
        return {
            "no balls are added": self._as_if_put_back(),
            "only the number of all balls grows": Rational(
                prod([self.counts[colour] for colour in colours]), prod([total + self.added * i for i in range(len(colours))])
            ),
            "the number of all balls grows in each step": Rational(
                again, prod([total + self.added * (step - 1) for step, _ in self.events])
            ),
            "one colour for each": Rational(1, len(self.counts) ** len(colours)),
        }

    def _as_if_put_back(self) -> Rational:
        return Rational(prod([self.counts[colour] for _, colour in self.events]), sum(self.counts) ** len(self.events))
