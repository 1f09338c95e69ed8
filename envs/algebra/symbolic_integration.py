"""Integrate a formula."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Formula, hidden
from rlve.envs.toolkit.formulas import NOTATION, X, derivative, over, power, random_formula, times


class SymbolicIntegration(ConstraintEnvironment):
    """An antiderivative of a formula that is the derivative of one of powers of x, sin, cos, exp and ln.

    That one is a sum of two of these at first; one more with every other level. Functions of formulas come in at level 1, then
    products, powers and quotients. Any formula is right whose derivative is the given one. Reward: exact.
    """

    formula: str
    solution: str = hidden()

    paper_name = "Integral"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": 2 + level // 2, "kinds": min(5, 1 + level), "largest": 4 + level}

    @classmethod
    def draw(cls, rng: Random, size: int, kinds: int, largest: int) -> Self:
        antiderivative = random_formula(rng, size, kinds, largest)
        return cls(formula=Formula.text(derivative(antiderivative)), solution=Formula.text(antiderivative))

    def acceptable(self) -> bool:
        """The formula is not constant, not very long, and not its own antiderivative."""
        return len(self.formula) < 400 and "x" in self.formula.replace("exp", "") and self.formula != self.solution

    def statement(self) -> str:
        return (
            f"Find a function F(x) whose derivative is F'(x) = {self.formula}\n{NOTATION} Any formula is right whose derivative "
            "equals the given one wherever both are defined; leave out the constant of integration."
        )

    def answer_format(self) -> AnswerFormat:
        return Formula(constant=True)

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        return int(Formula.is_derivative(self.formula, of=answer)), 1

    def rules(self) -> Mapping[str, str]:
        tree = Formula.tree(self.formula)
        found = {"times x": times(tree, X), "times half of x^2": over(times(tree, power(X, 2)), ("number", 2))}
        return {"unchanged": self.formula, **{name: Formula.text(answer) for name, answer in found.items()}}
