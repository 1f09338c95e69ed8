"""Count the passengers of a train after a station, from those at the end."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class TrainPassengerRecurrence(Environment):
    """How many passengers are on board after a station, when those who board follow Fibonacci's rule with an unknown start.

    The train has at most 7 stations at first, one more with each level from level 2 on; at most 6 passengers board at station 1
    at first, six more with each level. Station 4 is asked about at first, one of the second half of the stations, up to the
    last but two, from level 3 on. Reward: exact.
    """

    stations: int
    boarding: int
    last: int
    asked: int

    paper_name = "Fibtrain"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"stations": 6 + max(1, level), "most": 6 + 6 * level, "asked": 4 + level}

    @classmethod
    def draw(cls, rng: Random, stations: int, most: int, asked: int) -> Self:
        n, boarding = near(rng, stations), rng.randint(2, most)
        second = rng.randint(1, boarding)
        latest = min(asked, n - 2)
        place = rng.randint(min(max(4, n // 2), latest), latest)
        return cls(n, boarding, _on_board(n - 1, boarding, second), place)

    def statement(self) -> str:
        return (
            f"A train runs from station 1 to station {self.stations}. It starts empty, and {self.boarding} passengers board at "
            "station 1. At station 2 an unknown number of passengers board, and just as many alight. At each station from 3 to "
            f"{self.stations - 1}, as many board as at the two stations before it together, and as many alight as boarded at the "
            f"station just before it. At station {self.stations} the last {self.last} passengers alight, and the train is empty. "
            f"How many passengers are on board when it leaves station {self.asked}?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The number on board is linear in the unknown one: two values at the end give the line."""
        without, slope = (_on_board(self.stations - 1, *start) for start in ((self.boarding, 0), (0, 1)))
        return _on_board(self.asked, self.boarding, (self.last - without) // slope)

    def guesses(self) -> Iterable[int]:
        return [self.last, self.boarding, 2 * self.boarding, self.last // 2, self.last - self.boarding]

    def rules(self) -> Mapping[str, int]:
        steps = self.stations - 1 - self.asked
        return {
            "the end divided by the golden ratio at each station": round(self.last / 1.618034**steps),
            "the end halved at each station": self.last >> steps,
            "as many board at station 2 as at station 1": _on_board(self.asked, self.boarding, self.boarding),
            "one passenger boards at station 2": _on_board(self.asked, self.boarding, 1),
        }


def _on_board(station: int, first: int, second: int) -> int:
    """The passengers when the train leaves a station from 2 on, where `first` and `second` board at the stations 1 and 2."""
    total, before, now = first, first, second
    for _ in range(station - 2):
        total += before
        before, now = now, before + now
    return total
