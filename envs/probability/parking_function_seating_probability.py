"""Find the probability that people who take the first free seat from a random one on are all seated."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.sizes import rungs


class ParkingFunctionSeatingProbability(Environment):
    """The probability that N people find seats in a row of K, where some are taken and nobody goes back.

    Two people and six seats at first; a seat more with each level, and two at level 2, a person more with every other one. Of
    the seats that the people do not need, half or more are taken, so that no formula in N and K is enough. Reward: exact.
    """

    seats: int
    taken: Sequence[int]
    people: int

    paper_name = "Cinema"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"seats": rungs((6, 7, 9), level, plus=1), "people": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, seats: int, people: int) -> Self:
        spare = seats - people
        taken = rng.randint((spare + 1) // 2, spare)
        return cls(seats=seats, taken=sorted(rng.sample(range(seats), taken)), people=people)

    def statement(self) -> str:
        last = self.seats - 1
        return (
            f"The seats 0 to {last} stand in a row. These are taken, the others are free:\n{' '.join(map(str, self.taken))}\n"
            f"{self.people} people come one after the other. Each picks a number L uniformly at random from 0 to {last}, "
            f"independently of the others, and sits down on the first free seat among L, L + 1, ..., {last}; if none of these is "
            "free, this person has to stand. What is the probability that nobody has to stand?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """Everybody sits if from each seat on no more people pick a number than seats are free; people are added from the last
        seat down, ways[j] ways for j of them."""
        taken, free = set(self.taken), 0
        ways = [1]
        for seat in range(self.seats - 1, -1, -1):
            free += seat not in taken
            most = min(free, self.people)
            ways = [sum([comb(j, i) * ways[i] for i in range(min(j + 1, len(ways)))]) for j in range(most + 1)]
        return Rational(ways[self.people], self.seats**self.people)

    def guesses(self) -> Iterable[Rational]:
        return [self._by_formula(self.seats), self._by_formula(self.seats - len(self.taken))]

    def rules(self) -> Mapping[str, Rational]:
        n, k = self.people, self.seats
        free_after = [sum([seat not in self.taken for seat in range(first, k)]) for first in range(k)]
        return {
            "no seat is taken": self._by_formula(k),
            "without the taken seats": self._by_formula(k - len(self.taken)),
            "nobody picks a number that no free seat follows": Rational(k - free_after.count(0), k) ** n,
            "nobody picks the last free seat twice": 1 - Rational(comb(n, 2), k * k),
            "each person alone": Rational(k - free_after.count(0), k),
        }

    def _by_formula(self, seats: int) -> Rational:
        """The probability for a row of empty seats."""
        return Rational((seats + 1) ** (self.people - 1) * (seats - self.people + 1), seats**self.people)
