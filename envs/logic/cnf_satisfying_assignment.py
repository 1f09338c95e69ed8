"""Satisfy a formula of three-literal clauses."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class CnfSatisfyingAssignment(ConstraintEnvironment):
    """Truth values for N variables that satisfy 4.2 N clauses of three literals; one more variable with each level.

    A hidden assignment satisfies all; a clause has 1, 2 or 3 literals that it makes true with chance 0.6, 0.3 and 0.1, so
    that a variable appears as often with either sign and counting signs tells nothing. Reward: (share of clauses kept)^10.
    """

    n: int
    clauses: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "SAT"
    max_level = 60
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 8 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        solution = [rng.randint(0, 1) for _ in range(n)]
        wanted = 42 * n // 10
        clauses: dict[tuple[int, ...], None] = {}
        for _ in range(10 * wanted):
            variables = sorted(rng.sample(range(n), 3))
            true = rng.sample(variables, rng.choices((1, 2, 3), (6, 3, 1))[0])
            signs = [1 if (v in true) == solution[v] else -1 for v in variables]
            clauses[tuple([sign * (v + 1) for sign, v in zip(signs, variables, strict=True)])] = None
            if len(clauses) == wanted:
                break
        return cls(n=n, clauses=list(clauses), solution=solution)

    def statement(self) -> str:
        clauses = "\n".join([" ".join(map(str, clause)) for clause in self.clauses])
        return (
            f"There are {self.n} variables x1 to x{self.n}, each 0 or 1. Each line below is a clause of three literals: "
            f"k stands for xk = 1, and -k for xk = 0.\n{clauses}\n"
            f"Choose the variables such that every clause has at least one literal that holds. Give x1 to x{self.n} in order."
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
        return [[0] * self.n, [1] * self.n, alternating, [1 - value for value in alternating], majority]
