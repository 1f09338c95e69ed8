"""Count the moves of games of taking a prime number of stones."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.primes import primes_up_to


class PrimeSubtractionGame(Environment):
    """How many moves a perfect game takes for each of 2 piles, from each of which a prime number of stones is taken.

    Each number of moves there is has the same chance. A pile more with every other level, and a quarter more stones, and one,
    with each. Reward: exact, all needed.
    """

    piles: Sequence[int]

    paper_name = "TakingPrimeGame"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"piles": 2 + level // 2, "largest": grow(24, level, percent=25, plus=1)}

    @classmethod
    def draw(cls, rng: Random, piles: int, largest: int) -> Self:
        by_moves = _sizes_by_moves(largest)
        return cls(piles=[rng.choice(by_moves[rng.choice([*by_moves])]) for _ in range(piles)])

    def statement(self) -> str:
        return (
            "Two players move in turn. A move takes a prime number of stones (2, 3, 5, 7, 11, ...) from a pile. A player who "
            "cannot move loses. A player who can force a win plays so that the game has as few moves as possible, and one who "
            "cannot so that it has as many as possible.\n"
            f"Here are the piles of {len(self.piles)} separate games:\n{' '.join(map(str, self.piles))}\n"
            "Give for each game, in order, how many moves the two players make in all."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.piles), low=0, high=max(self.piles) // 2)

    def solve(self) -> list[int]:
        moves = _moves(max(self.piles))
        return [moves[pile] for pile in self.piles]

    def acceptable(self) -> bool:
        return len(set(self.piles)) == len(self.piles)

    def rules(self) -> Mapping[str, Sequence[int]]:
        primes = {*primes_up_to(max(self.piles))}
        one = [1 if {pile, pile - 1} & primes else 0 for pile in self.piles]
        two = [1 if {pile, pile - 1} & primes else 3 if {pile - 9, pile - 10} & primes else 0 for pile in self.piles]
        return {
            "1 if one move is enough, else 2": [moves or 2 for moves in one],
            "1 if one move is enough, else 3": [moves or 3 for moves in one],
            "as if only 0, 1, 9 and 10 were lost": [moves or 2 for moves in two],
            "the same, and 5 for the others": [moves or 5 for moves in two],
            "the same, and 6 for the others": [moves or 6 for moves in two],
        }


def _moves(largest: int) -> list[int]:
    """For each size up to `largest` the moves of the whole game, odd where the first player wins.

    A size that no prime leads from to a lost one is lost itself, and gives all that lie a prime above it their win.
    """
    primes = primes_up_to(largest)
    moves = [0] * (largest + 1)
    for size in range(largest + 1):
        if not moves[size]:
            moves[size] = 1 + max([moves[size - prime] for prime in primes if prime <= size], default=-1)
            for prime in primes:
                if size + prime > largest:
                    break
                if not 0 < moves[size + prime] <= moves[size]:
                    moves[size + prime] = moves[size] + 1
    return moves


@cache
def _sizes_by_moves(largest: int) -> dict[int, list[int]]:
    """The sizes from a third of `largest` on, by the number of moves."""
    found: dict[int, list[int]] = {}
    for size, moves in enumerate(_moves(largest)):
        if size > largest // 3:
            found.setdefault(moves, []).append(size)
    return found
