"""Choose the winners of games so that the most wins of a player are a given number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.text import numbered_rows


class GameResultsExactMaxWins(ConstraintEnvironment):
    """Winners of games between two of N players such that the largest number of wins is exactly K; one player more with each
    level.

    There are K N games, or up to five players perhaps one less (K is 2, from six players on 2 or 3), so that nobody can do with
    less than K and, where there are K N, everybody wins K.
    Reward: (share of players with at most K wins)^10; 0 where a winner does not play in the game.
    """

    n: int
    games: Sequence[Sequence[int]]
    most: int
    solution: Sequence[int] = hidden()

    paper_name = "KosDicing"
    max_level = 30
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        most = 2 if n < 6 else rng.randint(2, 3)
        solution = rng.sample(list(range(n)) * most, n * most - (rng.randrange(2) if n < 6 else 0))
        losers = [(winner + rng.randrange(1, n)) % n for winner in solution]
        games = [pair if rng.random() < 0.5 else pair[::-1] for pair in zip(solution, losers, strict=True)]
        return cls(n=n, games=games, most=most, solution=solution)

    def statement(self) -> str:
        return (
            f"The players 0 to {self.n - 1} played {len(self.games)} games, one a line as: number: player player\n"
            f"{numbered_rows(self.games)}\n"
            "Every game was won by one of its two players. Choose the winners so that the largest number of games won by any one "
            f"player is exactly {self.most}. Give the winners of the games in order, that of game 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.games), low=0, high=self.n - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        """So many games leave somebody with `most` wins at least: with more, or with exactly as many."""
        if not all(winner in game for winner, game in zip(answer, self.games, strict=True)):
            return 0, self.n
        return self.n - sum(wins > self.most for wins in Counter(answer).values()), self.n

    def guesses(self) -> Iterable[Sequence[int]]:
        if self.n > 5:
            return []
        sides = [[game[side] for game in self.games] for side in (0, 1)]
        return [*sides, [*map(min, *sides)], [*map(max, *sides)]]

    def acceptable(self) -> bool:
        """From six players on the better rule is wrong."""
        return self.n < 6 or max(Counter(self._one_by_one(far_sighted=True)).values()) > self.most

    def rules(self) -> Mapping[str, Sequence[int]]:
        """To the player with the fewest wins so far; or, while both may win, to the one who can have the fewest in the end."""
        return {
            "fewest wins so far": self._one_by_one(far_sighted=False),
            "fewest wins so far and games left": self._one_by_one(far_sighted=True),
        }

    def _one_by_one(self, far_sighted: bool) -> list[int]:
        winners: list[int] = []
        wins = [0] * self.n
        left = Counter([player for game in self.games for player in game] if far_sighted else [])
        for game in self.games:
            winners.append(min(game, key=lambda player: (wins[player] >= self.most, wins[player] + left[player])))
            wins[winners[-1]] += 1
            if far_sighted:
                left.subtract(game)
        return winners
