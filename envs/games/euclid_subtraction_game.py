"""Find the winning first moves in eight games of subtracting multiples."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class EuclidSubtractionGame(Environment):
    """For each of 8 pairs the winning first move of Euclid's game, or 0; numbers twice as large with each level.

    Three pairs offer a choice at once. Five start with forced moves, at least one and one more with each level at most, so
    that the larger number is about 1.6 times the smaller. Reward: exact, all eight needed.
    """

    pairs: Sequence[Sequence[int]]

    paper_name = "EuclidGame"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"maximum": 16 * 2**level, "forced": 3 + level}

    @classmethod
    def draw(cls, rng: Random, maximum: int, forced: int) -> Self:
        chains = [0, 0, 0] + [rng.randint(1, forced) for _ in range(5)]
        rng.shuffle(chains)
        pairs = []
        for chain in chains:
            x, y = 1, 2  # how far `chain` forced moves, undone, blow up the numbers: Fibonacci's
            for _ in range(chain):
                x, y = y, x + y
            a = near(rng, 2 * maximum // y)
            b = rng.randint(1, a // 2)
            for _ in range(chain):
                a, b = a + b, a
            pairs.append((a, b) if rng.random() < 0.5 else (b, a))
        return cls(pairs=pairs)

    def statement(self) -> str:
        return (
            "A game starts from two positive integers. Two players move in turn, and moving is compulsory. A move subtracts from "
            "the larger number a positive multiple of the smaller one (from either, when they are equal), so that no number "
            "becomes negative. Whoever makes a number zero wins.\n"
            f"Here are the starts of {len(self.pairs)} separate games, one a line:\n{rows(self.pairs)}\n"
            "For each game find the first move with which the player to move wins, however the other player answers. There is "
            "never more than one such move. Give, in the order of the games, the number k such that this move subtracts k times "
            "the smaller number from the larger one, or 0 for a game in which the player to move has no winning move."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.pairs), low=0, high=max(map(max, self.pairs)))

    def solve(self) -> list[int]:
        """The move to (b, a % b) wins unless the other player wins there; then the move one b short of it wins, if it is one."""
        return [max(pair) // min(pair) - mover_wins(min(pair), max(pair) % min(pair)) for pair in self.pairs]

    def guesses(self) -> Iterable[Sequence[int]]:
        quotients = [max(pair) // min(pair) for pair in self.pairs]
        yield quotients
        yield [q - 1 for q in quotients]
        yield [q if q > 1 else 0 for q in quotients]


def mover_wins(a: int, b: int) -> bool:
    """Whether the player to move wins from a >= b; with b = 0 the other player has just won."""
    mover = True
    while b:
        if a >= 2 * b:  # a choice: to leave the other player with (b, a % b), or to get it back
            return mover
        a, b, mover = b, a - b, not mover
    return not mover
