"""Find an assignment that gives all formulas of a circuit the value 1."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.circuits import AND, NOTATION, OR, XOR, bits, fold, formula, random_circuit, truth_columns


class BooleanCircuitSatisfiability(ConstraintEnvironment):
    """Values of N variables that make random formulas of and, or and exclusive or all true; one variable more with each level.

    Three variables and formulas of two at first; formulas of up to three, four and five variables from levels 1, 3 and 6 on.
    Formulas that hold under a hidden assignment are added, each that excludes a quarter of what is left, until only the
    hidden one is left. Reward: (share of formulas that are true)^20.
    """

    n: int
    circuits: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "Circuit"
    max_level = 14
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "leaves": 2 + (level > 0) + (level > 2) + (level > 5)}

    @classmethod
    def draw(cls, rng: Random, n: int, leaves: int) -> Self:
        columns = truth_columns(n)
        number = rng.randrange(1, 2**n)  # of the hidden assignment; none of these formulas is true where all is 0
        left, count, circuits = (1 << 2**n) - 1, 2**n, []
        for _ in range(40 * n):
            circuit = random_circuit(rng, rng.sample(range(n), rng.randint(2, leaves)), (AND, OR, XOR, XOR))
            table = fold(circuit, columns.__getitem__, bits)
            if table >> number & 1 and 4 * (fewer := (left & table).bit_count()) <= 3 * count:
                left, count = left & table, fewer
                circuits.append(circuit)
                if count == 1:
                    break
        return cls(n=n, circuits=circuits, solution=[number >> i & 1 for i in range(n)])

    def statement(self) -> str:
        lines = "\n".join([formula(circuit, lambda leaf: f"x{leaf + 1}") for circuit in self.circuits])
        return (
            f"Each of the variables x1 to x{self.n} is 0 or 1. In the formulas below, one a line, {NOTATION}.\n{lines}\n"
            f"Choose the variables so that every formula has the value 1. Give x1 to x{self.n} in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum([fold(circuit, answer.__getitem__, bits) for circuit in self.circuits]), len(self.circuits)

    def acceptable(self) -> bool:
        return len(self.circuits) > 1

    def guesses(self) -> Iterable[Sequence[int]]:
        if self.n < 5:
            return []
        alternating = [i % 2 for i in range(self.n)]
        return [[1] * self.n, alternating, [1 - value for value in alternating]]
