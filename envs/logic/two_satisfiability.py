"""Satisfy a formula of clauses of two literals."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.text import rows


class TwoSatisfiability(ConstraintEnvironment):
    """Truth values for N variables that satisfy all clauses of two; a tenth more variables, and one, with each level.

    A hidden assignment satisfies all clauses, three for a variable in the end. It makes one literal of a clause true
    with chance 0.9, both with 0.1, so that counting signs tells little. Reward: (share of clauses kept)^30.
    """

    n: int
    clauses: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "TwoSAT"
    max_level = 25
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(3, level, percent=10, plus=1)
        return {"n": n, "clauses": min(grow(5, level, percent=10, plus=3), 3 * n)}

    @classmethod
    def draw(cls, rng: Random, n: int, clauses: int) -> Self:
        solution = [rng.randint(0, 1) for _ in range(n)]
        chosen: dict[tuple[int, ...], None] = {}
        for _ in range(10 * clauses):
            variables = sorted(rng.sample(range(n), 2))
            true = variables if rng.random() < 0.1 else [rng.choice(variables)]
            chosen[tuple([v + 1 if (v in true) == solution[v] else -v - 1 for v in variables])] = None
            if len(chosen) == clauses:
                break
        return cls(n=n, clauses=list(chosen), solution=solution)

    def statement(self) -> str:
        return (
            f"Each of the variables x1 to x{self.n} is 0 or 1. In the lines below, k stands for xk = 1, and -k for xk = 0.\n"
            f"{rows(self.clauses)}\n"
            f"Choose the variables so that in every line at least one of the two is true. Give x1 to x{self.n} in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        holds = {i if value else -i for i, value in enumerate(answer, 1)}
        return sum([not holds.isdisjoint(clause) for clause in self.clauses]), len(self.clauses)

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 5 else [[0] * self.n, [1] * self.n]

    def rules(self) -> Mapping[str, Sequence[int]]:
        signs = [literal for clause in self.clauses for literal in clause]
        variables = range(1, self.n + 1)
        in_turn, left = [], self.clauses
        for v in variables:
            pro, contra = (sum([literal in clause for clause in left]) for literal in (v, -v))
            in_turn.append(int(pro > contra))
            left = [clause for clause in left if (v if pro > contra else -v) not in clause]
        return {
            "the more frequent sign": [int(signs.count(v) > signs.count(-v)) for v in variables],
            "the better sign in turn": in_turn,
        }
