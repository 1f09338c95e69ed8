"""Rewrite a sequence of tokens until no two of them face each other."""

import re
from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Infeasible, Text, grow
from rlve.envs.toolkit.sizes import near

TOKENS = ("A#", "B#", "#A", "#B")


class FacingTokenRewriting(Environment):
    """The end of N tokens of which facing ones delete or pass each other; a tenth more of them, and one, with each level.

    Four or five at first. At least two are deleted and one is left; of seven or more some have to pass before that.
    Reward: exact.
    """

    program: str

    paper_name = "ABProgramSimulation"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(program=" ".join(rng.choices(TOKENS, k=near(rng, n))))

    def statement(self) -> str:
        return (
            f"Here is a sequence of tokens:\n{self.program}\n"
            "Two neighbouring tokens face each other when the left one is A# or B# and the right one is #A or #B. "
            "If they have the same letter, both are deleted: A# #A and B# #B vanish. If not, they change places: "
            "A# #B becomes #B A#, and B# #A becomes #A B#. This goes on until no two neighbours face each other; the order of "
            "the steps does not matter. At least one token is left. "
            "Give the tokens that are left, from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("AB#", min_length=2, max_length=len(self.program.replace(" ", "")))

    def solve(self) -> str:
        """Tokens of different letters do not stop each other, so those of a letter match like brackets, letter by letter.

        In the end all that face left stand before all that face right, each kind in its old order.
        """
        left: list[str] = []
        right: list[str] = []
        waiting: dict[str, list[int]] = {"A": [], "B": []}
        for token in self.program.split():
            if token[1] == "#":
                waiting[token[0]].append(len(right))
                right.append(token)
            elif waiting[token[1]]:
                right[waiting[token[1]].pop()] = ""
            else:
                left.append(token)
        return "".join(left + right)

    def acceptable(self) -> bool:
        """Something is left, and less than there was; in seven tokens or more some pass before others are deleted."""
        tokens, end = self.program.split(), self.solve()
        return 0 < len(end) < 2 * len(tokens) and (len(tokens) < 7 or end != self._passing_last())

    def _passing_last(self) -> str:
        """What is left when tokens are deleted only as long as they are neighbours, and the others pass after that."""
        stack: list[str] = []
        for token in self.program.split():
            if stack and stack[-1] == token[::-1] and token[0] == "#":
                stack.pop()
            else:
                stack.append(token)
        return "".join(sorted(stack, key=lambda token: token[0] != "#"))

    def guesses(self) -> Iterable[str]:
        return [self.program.replace(" ", "")]

    def rules(self) -> Mapping[str, str]:
        tokens = self.program.split()
        return {
            "delete neighbours, then let the others pass": self._passing_last(),
            "those that face left, then those that face right": "".join(sorted(tokens, key=lambda token: token[0] != "#")),
        }

    def score(self, answer: str, /) -> float:
        if not re.fullmatch("(?:[AB]#|#[AB])*", answer):
            raise Infeasible("expected tokens A#, B#, #A and #B")
        return 0.0
