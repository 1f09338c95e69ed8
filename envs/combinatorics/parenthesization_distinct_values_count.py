"""Count the values that parentheses can give to an expression."""

from collections.abc import Iterable, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class ParenthesizationDistinctValuesCount(Environment):
    """How many values some numbers joined by +, - and * take under all parentheses; one more number with every second level.

    There are three or four at first, five or six at level 4. They are 1 to 4, so that different parentheses often give the same
    value; the operators come about equally often. Reward: exact.
    """

    numbers: Sequence[int]
    operators: str

    paper_name = "Expression_AddingParenthese_Counting"
    version = 2
    max_level = 24  # 16 numbers: the number of ways more than triples with each

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"twice": 7 + level}

    @classmethod
    def draw(cls, rng: Random, twice: int) -> Self:
        n = (twice + rng.randint(0, 1)) // 2
        operators = rng.sample(("*-+" * n)[: n - 1], n - 1)
        return cls(numbers=[rng.randint(1, 4) for _ in range(n)], operators="".join(operators))

    def statement(self) -> str:
        steps = zip(self.operators, self.numbers[1:], strict=True)
        expression = " ".join([str(self.numbers[0]), *[f"{operator} {number}" for operator, number in steps]])
        return (
            f"Here is an expression of {len(self.numbers)} numbers:\n{expression}\n"
            "Put parentheses into it in every possible way, so that they alone decide the order of the operations; * does not go "
            "before + and - by itself. Numbers and operators stay where they are, and every operator works on the values of the "
            "two parts to its left and right. How many different values can the expression take?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """The values of every stretch of the expression, by the operation that is carried out last in it."""
        n = len(self.numbers)
        values: dict[tuple[int, int], set[int]] = {(i, i): {number} for i, number in enumerate(self.numbers)}
        for length in range(1, n):
            for i in range(n - length):
                found: set[int] = set()
                for k in range(i, i + length):
                    left, right = values[i, k], values[k + 1, i + length]
                    if self.operators[k] == "+":
                        found.update([a + b for a in left for b in right])
                    elif self.operators[k] == "-":
                        found.update([a - b for a in left for b in right])
                    else:
                        found.update([a * b for a in left for b in right])
                values[i, i + length] = found
        return len(values[0, n - 1])

    def guesses(self) -> Iterable[int]:
        n = len(self.numbers)
        if n < 5:
            return []
        return [1, 2, comb(2 * n - 2, n - 1) // n]  # the last is the number of ways
