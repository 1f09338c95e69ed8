"""Split a set in two so that no listed subset stays whole."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, grow, hidden
from rlve.envs.toolkit.graphs import by_degree
from rlve.envs.toolkit.text import rows


class SetSplittingBipartition(ConstraintEnvironment):
    """Split 0..N-1 in two parts that both meet every listed subset; from level 6 on one number more with each level.

    A hidden split into halves meets as many subsets as there are numbers, in the end three times as many, most of three
    numbers, some of two or four: more than random ones can be and still allow a split, so that hardly another is left.
    Reward: (share of subsets that are split)^30.
    """

    n: int
    subsets: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "SetSplitting"
    max_level = 66
    version = 3
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = max(5 + level // 2, 2 + level)
        return {"n": n, "subsets": min(grow(5, level, percent=22, plus=1), 3 * n)}

    @classmethod
    def draw(cls, rng: Random, n: int, subsets: int) -> Self:
        order = rng.sample(range(n), n)
        part, rest = order[: n // 2], order[n // 2 :]
        chosen: dict[tuple[int, ...], None] = {}
        weights = (1, 2, 0) if subsets <= 10 else (0, 1, 0) if n < 8 else (1, 16, 3)
        for _ in range(10 * subsets):
            size = rng.choices((2, 3, 4), weights)[0]
            inside = rng.randint(1, size - 1)
            numbers = rng.sample(part, inside) + rng.sample(rest, size - inside)
            chosen[tuple(sorted(numbers))] = None
            if len(chosen) == subsets:
                break
        return cls(n=n, subsets=list(chosen), solution=part)

    def statement(self) -> str:
        return (
            f"Here are {len(self.subsets)} subsets of the numbers 0 to {self.n - 1}, one a line:\n{rows(self.subsets)}\n"
            "Split these numbers into two parts, each number in exactly one of them, so that every subset has at least one "
            "number in each of the two parts. Give the numbers of one of the two parts, in any order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=0, high=self.n - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        part = set(answer)
        split = [not part.isdisjoint(subset) and not part.issuperset(subset) for subset in self.subsets]
        return sum(split), len(split)

    def guesses(self) -> Iterable[Sequence[int]]:
        half, busiest = self.n // 2, by_degree(self.n, self.subsets)
        yield range(half)
        if len(self.subsets) > 10:
            yield self._in_turn(busiest)
        if self.n > 7:
            yield from (range(self.n - half), range(0, self.n, 2), busiest[:half], self._in_turn(range(self.n)))

    def rules(self) -> Mapping[str, Sequence[int]]:
        orders = {"as numbered": range(self.n), "most frequent first": by_degree(self.n, self.subsets)}
        return {f"in turn, {name}": self._in_turn(order) for name, order in orders.items()}

    def _in_turn(self, order: Sequence[int]) -> list[int]:
        """Each number into the first part, unless this completes more subsets there than in the second."""
        parts: list[list[int]] = [[], []]
        for number in order:
            harm = [sum([set(subset) <= {number, *part} for subset in self.subsets if number in subset]) for part in parts]
            parts[harm[1] < harm[0]].append(number)
        return parts[0]
