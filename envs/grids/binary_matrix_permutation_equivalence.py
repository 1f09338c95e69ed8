"""Reorder the rows and the columns of a 0/1 grid so that it becomes another one."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, grow, hidden
from rlve.envs.toolkit.sizes import sides


class BinaryMatrixPermutationEquivalence(ConstraintEnvironment):
    """Orders of rows and columns that make one 0/1 grid of another; both together a fifteenth more, and one, with each level.

    From 3 x 3 on. Up to level 4, three or more of the columns are given, all three at level 0; from level 3 on, to
    pair rows and columns by their numbers of ones does not succeed. Reward: (share of cells that agree)^10.
    """

    start: Sequence[str]
    goal: Sequence[str]
    given: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "MatrixPermutationEquivalence"
    max_level = 24
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        total = grow(6, level, percent=7, plus=1)
        return {"total": total, "asked": (3, 4, 5, 7, 9)[level] if level < 5 else total}

    @classmethod
    def draw(cls, rng: Random, total: int, asked: int) -> Self:
        height, width = sides(rng, total)
        share = rng.uniform(0.35, 0.65)
        start = ["".join(["1" if rng.random() < share else "0" for _ in range(width)]) for _ in range(height)]
        order, places = rng.sample(range(height), height), rng.sample(range(width), width)
        goal = ["".join([start[i][j] for j in places]) for i in order]
        shown = min(width, total - asked)
        return cls(start=start, goal=goal, given=places[:shown], solution=[*order, *places[shown:]])

    def statement(self) -> str:
        height, width = len(self.start), len(self.start[0])
        start, goal, given = "\n".join(self.start), "\n".join(self.goal), " ".join(map(str, self.given))
        wanted = "the numbers in A of the rows of B, from top to bottom"
        columns = "the numbers in A of the columns of B, from left to right"
        if not self.given:
            wanted = f"first {wanted}, then {columns}"
        elif len(self.given) < width:
            wanted = f"first {wanted}, then the other numbers of the columns, in their order"
        told = f"T{columns[1:]}, {'are' if len(self.given) == width else 'begin with'} {given}. " if given else ""
        return (
            f"Here is a grid A of {height} rows and {width} columns, both numbered from 0:\n{start}\n"
            f"Its rows and its columns were put into new orders, which made of it the grid B:\n{goal}\n"
            f"{told}Give {wanted}. If several orders make the same grid, any of them will do."
        )

    def answer_format(self) -> AnswerFormat:
        height, width = len(self.start), len(self.start[0])
        return IntegerList(length=height + width - len(self.given), low=0, high=max(height, width) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        height, width = len(self.start), len(self.start[0])
        order, places = answer[:height], (*self.given, *answer[height:])
        for line, numbers in ((order, range(height)), (places, range(width))):
            if sorted(line) != list(numbers):
                raise Infeasible("each row and each column should occur once")
        made = "".join([self.start[i][j] for i in order for j in places])
        return sum([mine == theirs for mine, theirs in zip(made, "".join(self.goal), strict=True)]), len(made)

    def guesses(self) -> Iterable[Sequence[int]]:
        rules = list(self.rules().values())
        return rules if len(self.start) + len(self.start[0]) > 8 else rules[:1]

    def rules(self) -> Mapping[str, Sequence[int]]:
        others = [j for j in range(len(self.start[0])) if j not in self.given]
        return {"unchanged": [*range(len(self.start)), *others], "paired by the number of ones": self._paired_by_ones()}

    def _paired_by_ones(self) -> list[int]:
        """For each row and column of the goal the first one left that has as many ones."""
        answer: list[int] = []
        columns = [[*zip(*grid, strict=True)] for grid in (self.start, self.goal)]
        for mine, theirs, given in ((self.start, self.goal, ()), (*columns, self.given)):
            counts = [-1 if i in given else line.count("1") for i, line in enumerate(mine)]
            for line in theirs[len(given) :]:
                number = counts.index(line.count("1"))
                counts[number] = -1
                answer.append(number)
        return answer
