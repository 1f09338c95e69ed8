"""Count the ways to fill the blanks of a formula that make it true."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.circuits import AND, NOTATION, OR, XOR, fold, formula, random_circuit

Counts = tuple[int, int]  # how many assignments make a part 1, and how many make it 0


class ReadOnceBooleanFormulaCounting(Environment):
    """In how many of the 2^N ways to fill N blanks with 0 and 1 a formula is 1; a tenth more blanks, and one, with each level.

    Four blanks at first: of three there are only 18 formulas. And and or are twice as frequent as exclusive or, and exactly
    half of the ways is never the answer. Reward: exact.
    """

    circuit: Sequence[int]

    paper_name = "BitEquationCounting"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(circuit=random_circuit(rng, [0] * n, (AND, AND, OR, OR, XOR)))

    def statement(self) -> str:
        return (
            f"Here is a formula with {self.circuit.count(0)} blanks:\n{formula(self.circuit, lambda _: '_')}\n"
            f"{NOTATION}. Each blank is filled with 0 or 1, independently of the others. "
            "How many of the ways to fill all blanks give the formula the value 1?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=2 ** self.circuit.count(0))

    def solve(self) -> int:
        return fold(self.circuit, lambda _: (1, 1), _count)[0]

    def guesses(self) -> Iterable[int]:
        return [2 ** (self.circuit.count(0) - 1)]

    def rules(self) -> Mapping[str, int]:
        as_or = [OR if item == XOR else item for item in self.circuit]
        return {"exclusive or as or": fold(as_or, lambda _: (1, 1), _count)[0], "all but one": 2 ** self.circuit.count(0) - 1}


def _count(gate: int, left: Counts, right: Counts) -> Counts:
    ways = sum(left) * sum(right)
    if gate == AND:
        ones = left[0] * right[0]
    elif gate == OR:
        ones = ways - left[1] * right[1]
    else:
        ones = left[0] * right[1] + left[1] * right[0]
    return ones, ways - ones
