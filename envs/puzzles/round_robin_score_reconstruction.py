"""Find results of matches that explain the points of all teams."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Text, hidden
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows

POINTS = {"W": (3, 0), "D": (1, 1), "L": (0, 3), "?": (0, 0)}  # of the two teams of a match


class RoundRobinScoreReconstruction(ConstraintEnvironment):
    """Unknown results in a league of N teams whose points are told: 3 at first, one or two more with each of the next levels.

    Four teams at first; from level 6 on a fifth more results, and one, with each level. At least a fifth is known. A match was
    drawn with a chance from 0.2 to 0.6.
    Reward: (share of teams with the right points, among those with an unknown match)^5.
    """

    points: Sequence[int]
    results: str  # of the teams 0 and 1, 0 and 2, ..., 1 and 2, ...
    solution: str = hidden()

    paper_name = "RoundRobin"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        unknown = rungs((3, 4, 5, 7, 8, 9), level, percent=20, plus=1)
        return {"n": next(n for n in range(4, 100) if 4 * n * (n - 1) >= 10 * unknown), "unknown": unknown}

    @classmethod
    def draw(cls, rng: Random, n: int, unknown: int) -> Self:
        chance = rng.uniform(0.2, 0.6)
        results = ["D" if rng.random() < chance else rng.choice("WL") for _ in range(n * (n - 1) // 2)]
        points = [0] * n
        for (i, j), result in zip(combinations(range(n), 2), results, strict=True):
            points[i] += POINTS[result][0]
            points[j] += POINTS[result][1]
        hidden_at = sorted(rng.sample(range(len(results)), unknown))
        solution = "".join([results[place] for place in hidden_at])
        for place in hidden_at:
            results[place] = "?"
        return cls(points=points, results="".join(results), solution=solution)

    def statement(self) -> str:
        n = len(self.points)
        return (
            f"{n} teams, 0 to {n - 1}, played each against each once. The winner of a match got 3 points, the loser none; in a "
            "draw both got 1 point. In the end the teams had, in order, these points:\n"
            f"{' '.join(map(str, self.points))}\n"
            "The matches, one a line as: team team result; the result is W if the first team won, D for a draw, L if the first "
            f"team lost, and ? if it is not known\n{rows([(i, j, result) for i, j, result in self._matches()])}\n"
            "Give a result for each ?, from the top to the bottom, such that all teams have their points."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("WDL", length=len(self.solution))

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        left = self._points_left()
        pairs = self._unknown()
        for (i, j), result in zip(pairs, answer, strict=True):
            left[i] -= POINTS[result][0]
            left[j] -= POINTS[result][1]
        asked = {team for pair in pairs for team in pair}
        return sum(not left[team] for team in asked), len(asked)

    def guesses(self) -> Iterable[str]:
        draws = "D" * len(self.solution)
        return [draws, self._one_by_one()] if len(self.points) > 4 else [draws]

    def rules(self) -> Mapping[str, str]:
        left = self._points_left()
        found = {"match by match": self._one_by_one()}
        for name, points in (("more points win", self.points), ("more missing points win", left)):
            found[name] = "".join(["DWL"[(points[i] > points[j]) - (points[i] < points[j])] for i, j in self._unknown()])
        return found

    def _matches(self) -> list[tuple[int, int, str]]:
        pairs = combinations(range(len(self.points)), 2)
        return [(i, j, result) for (i, j), result in zip(pairs, self.results, strict=True)]

    def _unknown(self) -> list[tuple[int, int]]:
        return [(i, j) for i, j, result in self._matches() if result == "?"]

    def _points_left(self) -> list[int]:
        """For each team the points that come from matches whose result is not known."""
        left = [*self.points]
        for i, j, result in self._matches():
            left[i] -= POINTS[result][0]
            left[j] -= POINTS[result][1]
        return left

    def _one_by_one(self) -> str:
        """Match by match the team wins that misses over a point more than the other for each match it has left; else a draw."""
        left, pairs = self._points_left(), self._unknown()
        matches = [sum(team in pair for pair in pairs) for team in range(len(left))]
        answer = ""
        for i, j in pairs:
            ahead = left[i] / matches[i] - left[j] / matches[j]
            answer += "W" if ahead > 1 else "L" if ahead < -1 else "D"
            for team, points in zip((i, j), POINTS[answer[-1]], strict=True):
                left[team] -= points
                matches[team] -= 1
        return answer
