"""Find the winning first moves in games of subtracting multiples."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class EuclidSubtractionGame(Environment):
    """For each of 2 pairs the winning first move of Euclid's game, or 0; numbers half as large again with each level.

    A game more with every other level, up to 8. About three in eight offer a choice at once. The others start with forced
    moves, so that the larger number is about 1.6 times the smaller; at most two at first, and one more with every other
    level. Reward: exact, all needed.
    """

    pairs: Sequence[Sequence[int]]

    paper_name = "EuclidGame"
    version = 3
    exemptions = {"simple-rule": "a ratio compared with the golden ratio is the theory of this game, found by the solver"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"games": min(8, 2 + level // 2), "maximum": grow(13, level, percent=50), "forced": 2 + level // 2}

    @classmethod
    def draw(cls, rng: Random, games: int, maximum: int, forced: int) -> Self:
        free = max(1, 3 * games // 8)
        chains = [0] * free + [rng.randint(1, forced) for _ in range(games - free)]
        rng.shuffle(chains)
        pairs = []
        for chain in chains:
            x, y = 1, 2  # how far `chain` forced moves, undone, blow up the numbers: Fibonacci's
            for _ in range(chain):
                x, y = y, x + y
            a = near(rng, max(2, 2 * maximum // y))
            b = rng.randint(1, a // 2)
            for _ in range(chain):
                a, b = a + b, a
            pairs.append((a, b) if rng.random() < 0.5 else (b, a))
        return cls(pairs=pairs)

    def statement(self) -> str:
        return (
            "In a game with two positive integers two players move in turn, and must. A move subtracts a positive multiple of "
            "the smaller number from the larger one (from either, when they are equal), so that no number becomes negative. "
            "Whoever makes a number zero wins.\n"
            f"Here are the starts of {len(self.pairs)} separate games, one a line:\n{rows(self.pairs)}\n"
            "For each game find the first move with which the player to move wins, whatever the other does. There is at most "
            "one. Give for each game, in order, the number k such that this move subtracts k times the smaller number, or 0 "
            "for a game in which the player to move cannot win."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.pairs), low=0, high=max(map(max, self.pairs)))

    def solve(self) -> list[int]:
        """The move to (b, a % b) wins unless the other player wins there; then the move one b short of it wins, if it is one."""
        return [max(pair) // min(pair) - mover_wins(min(pair), max(pair) % min(pair)) for pair in self.pairs]

    def guesses(self) -> Iterable[Sequence[int]]:
        if len(self.pairs) < 3:  # one of these is mostly right
            return
        quotients = [max(pair) // min(pair) for pair in self.pairs]
        yield quotients
        yield [q - 1 for q in quotients]
        yield [q if q > 1 else 0 for q in quotients]

    def acceptable(self) -> bool:
        """No two games alike."""
        return len({tuple(sorted(pair)) for pair in self.pairs}) == len(self.pairs)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """As if the player to move won exactly when one number is at least 1.6 times the other."""
        ordered = [sorted(pair) for pair in self.pairs]
        return {"ratio 1.6": [b // a - (b % a > 0 and 10 * a >= 16 * (b % a)) for a, b in ordered]}


def mover_wins(a: int, b: int) -> bool:
    """Whether the player to move wins from a >= b; with b = 0 the other player has just won."""
    mover = True
    while b:
        if a >= 2 * b:  # a choice: to leave the other player with (b, a % b), or to get it back
            return mover
        a, b, mover = b, a - b, not mover
    return not mover
