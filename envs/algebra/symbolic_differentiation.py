"""Differentiate a formula."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Formula
from rlve.envs.toolkit.formulas import NOTATION, derivative, random_formula


class SymbolicDifferentiation(ConstraintEnvironment):
    """The derivative of a formula of powers of x, sin, cos, exp and ln.

    A sum of two of these at first; one more with every other level. Functions of formulas come in at level 1, then products,
    powers and quotients. Any formula is right that equals the derivative. Reward: exact.
    """

    formula: str

    paper_name = "Differentiate"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": 2 + level // 2, "kinds": min(5, 1 + level), "largest": 4 + level}

    @classmethod
    def draw(cls, rng: Random, size: int, kinds: int, largest: int) -> Self:
        return cls(Formula.text(random_formula(rng, size, kinds, largest)))

    def acceptable(self) -> bool:
        """The derivative is not constant, not very long, and not the formula itself."""
        return len(self._slope) < 400 and "x" in self._slope.replace("exp", "") and self._slope != self.formula

    def statement(self) -> str:
        return (
            f"Find the derivative f'(x) of the function f(x) = {self.formula}\n{NOTATION} "
            "Any formula is right that equals f'(x) wherever both are defined."
        )

    def answer_format(self) -> AnswerFormat:
        return Formula()

    def solve(self) -> str:
        return self._slope

    @cached_property
    def _slope(self) -> str:
        return Formula.text(derivative(Formula.tree(self.formula)))

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        return int(Formula.is_derivative(answer, of=self.formula)), 1

    def rules(self) -> Mapping[str, str]:
        tree = Formula.tree(self.formula)
        return {"unchanged": self.formula, "the chain rule forgotten": Formula.text(derivative(tree, chain_rule=False))}
