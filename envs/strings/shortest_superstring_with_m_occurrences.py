"""Find the least length of a string in which given strings occur so many times."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import add
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class ShortestSuperstringWithMOccurrences(Environment):
    """The least length of a string in which N strings, none of which is a part of another, occur M times in all.

    Two strings of three or four letters and three occurrences at first; five strings and seven or eight occurrences at level 3,
    then one more string every other level and a tenth more occurrences, and one, with each. Two of three strings are cut from
    one that repeats itself, so that they overlap. Reward: exact.
    """

    strings: Sequence[str]
    occurrences: int

    paper_name = "ChoHamsters"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = min(2 + level, 5 + max(0, level - 3) // 2)
        return {"n": n, "occurrences": rungs((3, 4, 6, 8), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, occurrences: int) -> Self:
        period = 2 * n + rng.randint(0, n)
        cycle = "".join(rng.choices("ab", k=period)) * 2
        strings: list[str] = []
        for _ in range(8 * n):
            length, start = rng.randint(n + 1, 2 * n), rng.randrange(period)
            text = cycle[start : start + length] if rng.randrange(3) else "".join(rng.choices("ab", k=length))
            if not any(text in other or other in text for other in strings):
                strings.append(text)
                if len(strings) == n:
                    break
        return cls(strings=strings, occurrences=near(rng, occurrences))

    def statement(self) -> str:
        return (
            f"Here are {len(self.strings)} strings, separated by spaces:\n{' '.join(self.strings)}\n"
            "What is the least length of a string over a and b in which they occur at least "
            f"{self.occurrences} times in all? The occurrences of each of them are counted and added up; they may overlap, and "
            "some of the strings may not occur at all."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """No occurrence lies in another: by their number and the last of them, the least length so far."""
        lengths = [*map(len, self.strings)]
        for _ in range(self.occurrences - 1):
            lengths = [min(map(add, lengths, column)) for column in self._costs]
        return min(lengths)

    @cached_property
    def _costs(self) -> list[list[int]]:
        """For each string the letters that it takes to have it occur again, by the string that occurred last."""
        strings = self.strings
        begun: dict[str, list[int]] = {}
        for new, text in enumerate(strings):
            for k in range(1, len(text)):
                begun.setdefault(text[:k], []).append(new)
        costs = [[len(text)] * len(strings) for text in strings]
        for last, text in enumerate(strings):
            for k in range(1, len(text)):
                for new in begun.get(text[-k:], ()):
                    costs[new][last] = len(strings[new]) - k
        return costs

    def acceptable(self) -> bool:
        return len(self.strings) > 1

    def guesses(self) -> Iterable[int]:
        """From a level on, the best of the chains that begin with any string and always go on with what costs least."""
        if len(self.strings) < 5:
            return
        following = [min([(column[last], new) for new, column in enumerate(self._costs)]) for last in range(len(self.strings))]
        best = []
        for last, text in enumerate(self.strings):
            length = len(text)
            for _ in range(self.occurrences - 1):
                cost, last = following[last]
                length += cost
            best.append(length)
        yield min(best)

    def rules(self) -> Mapping[str, int]:
        """A single string again and again; two in turn; all in a row."""
        n, m, costs = len(self.strings), self.occurrences, self._costs
        turns = [
            len(self.strings[i]) + m // 2 * costs[j][i] + (m - 1) // 2 * costs[i][j] for i in range(n) for j in range(n) if i != j
        ]
        return {
            "one string": min([len(text) + (m - 1) * costs[i][i] for i, text in enumerate(self.strings)]),
            "two in turn": min(turns),
            "without overlaps": m * min(map(len, self.strings)),
        }
