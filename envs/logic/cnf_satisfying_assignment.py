"""Satisfy a formula of clauses of two or three literals."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.text import rows


class CnfSatisfyingAssignment(ConstraintEnvironment):
    """Truth values for N variables that satisfy all clauses; from level 6 on one more variable with each level.

    Clauses have two literals at first, then ever more have three, at last all, 4.2 for a variable. A hidden assignment
    satisfies all; of three literals it makes 1, 2 or 3 true with chance 0.6, 0.3 and 0.1, so that a variable appears as often
    with either sign and counting signs tells nothing. Reward: (share of clauses kept)^30.
    """

    n: int
    clauses: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "SAT"
    max_level = 67
    version = 3
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = max(3 + (2 * level + 1) // 3, level + 1)
        return {
            "n": n,
            "clauses": min(grow(5, level, percent=24, plus=1), 42 * n // 10),
            "three": min(100, 20 * level),  # percent
        }

    @classmethod
    def draw(cls, rng: Random, n: int, clauses: int, three: int) -> Self:
        solution = [rng.randint(0, 1) for _ in range(n)]
        chosen: dict[tuple[int, ...], None] = {}
        for _ in range(10 * clauses):
            size = 3 if rng.randrange(100) < three else 2
            variables = sorted(rng.sample(range(n), size))
            true = rng.sample(variables, min(size, rng.choices((1, 2, 3), (6, 3, 1))[0]))
            signs = [1 if (v in true) == solution[v] else -1 for v in variables]
            chosen[tuple([sign * (v + 1) for sign, v in zip(signs, variables, strict=True)])] = None
            if len(chosen) == clauses:
                break
        return cls(n=n, clauses=list(chosen), solution=solution)

    def statement(self) -> str:
        return (
            f"Each of the variables x1 to x{self.n} is 0 or 1. In the lines below, k stands for xk = 1, and -k for xk = 0.\n"
            f"{rows(self.clauses)}\n"
            f"Choose the variables so that in every line at least one of these is true. Give x1 to x{self.n} in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        holds = {i if value else -i for i, value in enumerate(answer, 1)}
        return sum([not holds.isdisjoint(clause) for clause in self.clauses]), len(self.clauses)

    def guesses(self) -> Iterable[Sequence[int]]:
        signs = [literal for clause in self.clauses for literal in clause]
        majority = [int(signs.count(v) > signs.count(-v)) for v in range(1, self.n + 1)]
        alternating = [i % 2 for i in range(self.n)]
        constants = [[0] * self.n, [1] * self.n, alternating, [1 - value for value in alternating]]
        if self.n < 5:
            return constants
        return [*self.rules().values(), *([*constants, majority] if self.n > 6 else [])]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Each variable in turn as it makes true more of the clauses left."""
        values, left = [], self.clauses
        for v in range(1, self.n + 1):
            pro, contra = (sum(literal in clause for clause in left) for literal in (v, -v))
            values.append(int(pro > contra))
            left = [clause for clause in left if (v if pro > contra else -v) not in clause]
        return {"the better sign in turn": values}
