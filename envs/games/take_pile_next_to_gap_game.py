"""Value games of taking piles that lie beside a gap."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class TakePileNextToGapGame(Environment):
    """How many stones the first player gets in each of some games where only piles beside an empty place can be taken.

    A place more and a game more in turn with each level, and larger piles; few places are empty at first, none at an end of
    the row, so that there is a choice. From three games on always taking the largest pile is wrong in one at least.
    Reward: exact, all needed.
    """

    games: Sequence[Sequence[int]]

    paper_name = "StoneIntervalsGame"
    max_level = 24
    version = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"games": 2 + level // 2, "n": 4 + (level + 1) // 2, "largest": 9 + 8 * level}

    @classmethod
    def draw(cls, rng: Random, games: int, n: int, largest: int) -> Self:
        starts = []
        for _ in range(games):
            size = near(rng, n)
            gaps = rng.sample(range(1, size - 1), rng.randint(1, max(1, size // 5)))
            starts.append([0 if place in gaps else rng.randint(1, largest) for place in range(size)])
        return cls(games=starts)

    def statement(self) -> str:
        return (
            f"Here are the starts of {len(self.games)} separate games, one a line: the numbers of stones on places in a row, "
            f"from left to right\n{rows(self.games)}\n"
            "In each game two players move in turn. A move takes all the stones of one place that holds at least one stone and "
            "has an empty place, one with 0 stones, directly to its left or right (there is no place beyond the ends of the "
            "row). The game ends when no stones are left. Each player plays perfectly to get as many stones as possible. "
            "Give, in the order of the games, the number of stones that the first player gets in all."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.games), low=0, high=max(map(sum, self.games)))

    def solve(self) -> list[int]:
        return [_first_player_gets(piles) for piles in self.games]

    def guesses(self) -> Iterable[Sequence[int]]:
        if len(self.games) > 2:
            yield [_largest_first(piles) for piles in self.games]
        yield [sum(piles) // 2 for piles in self.games]
        yield [sum(sorted(piles, reverse=True)[::2]) for piles in self.games]


def _first_player_gets(piles: Sequence[int]) -> int:
    """Simplify the row until taking the largest value is always best.

    Let b be at least as large as its neighbours a and c. After a, it is best to take b at once, which gives at least what it
    sets free, c; then, for the same reason, c. Three moves in turn are like one: a, b, c are worth a - b + c.
    In a run of piles at an end of the row, a last pile at least as large as the one before it is left with that one until
    everything else is gone, since whoever takes the one gives away the other.
    """
    runs = [(full, list(run)) for full, run in groupby(piles, key=bool)]
    values: list[int] = []
    reserve = 0
    for place, (full, whole) in enumerate(runs):
        if not full:
            continue
        run: list[int] = []
        for pile in whole[::-1] if place == 0 else whole:  # the end of the row comes last
            run.append(pile)
            while len(run) > 2 and run[-2] >= max(run[-3], run[-1]):
                run[-3:] = [run[-3] - run[-2] + run[-1]]
        if place in (0, len(runs) - 1):
            while len(run) > 1 and run[-1] >= run[-2]:
                reserve += run[-2] - run[-1]
                del run[-2:]
        values += run
    values = [*sorted(values, reverse=True), reserve]
    return (sum(piles) + sum(values[::2]) - sum(values[1::2])) // 2


def _largest_first(piles: Sequence[int]) -> int:
    """What the first player gets when both always take the largest pile they may."""
    left, taken = list(piles), []
    for _ in range(len(piles) - piles.count(0)):
        best = max(
            [place for place in range(len(left)) if 0 in left[max(0, place - 1) : place + 2]],
            key=left.__getitem__,
        )
        taken.append(left[best])
        left[best] = 0
    return sum(taken[::2])
