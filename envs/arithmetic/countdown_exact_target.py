"""Write an expression of given numbers whose value is a target."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Expression, hidden
from rlve.envs.toolkit.sizes import rungs


class CountdownExactTarget(ConstraintEnvironment):
    """An expression of N integers that has exactly the target as its value.

    Three integers up to 6 at first; one more with every third level, and the largest grows by one with each. The target is larger
    than each of them; the products that lead to it are at most 20 at first and grow by a fifth with each level. From four
    integers on it is no sum of them with signs, with the product of two neighbours in the list as one of them or without.
    Reward: exact.
    """

    numbers: Sequence[int]
    target: int
    solution: str = hidden()

    paper_name = "CountdownEqual"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level // 3, "largest": 6 + level, "product": rungs((20, 30, 40, 60), level, percent=20)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int, product: int) -> Self:
        """Join two values after the other, each time to an integer of at least 2."""
        numbers = [rng.randint(2, largest) for _ in range(n)]
        values = [(number, str(number)) for number in numbers]
        while len(values) > 1:
            rng.shuffle(values)
            (a, left), (b, right) = sorted([values.pop(), values.pop()], reverse=True)
            choices = [(a + b, "+")]
            if a > b + 1:
                choices.append((a - b, "-"))
            if a * b <= product:
                choices += [(a * b, "*")] * 2
            if a % b == 0 and a > b:
                choices.append((a // b, "/"))
            value, sign = rng.choice(choices)
            values.append((value, f"({left} {sign} {right})"))
        target, expression = values[0]
        return cls(numbers=numbers, target=target, solution=expression[1:-1])

    def acceptable(self) -> bool:
        numbers = self.numbers
        joined = [(*numbers[:i], a * b, *numbers[i + 2 :]) for i, (a, b) in enumerate(pairwise(numbers))]
        return self.target > max(numbers) and (len(numbers) == 3 or not any(map(self._is_signed_sum, [numbers, *joined])))

    def _is_signed_sum(self, terms: Sequence[int]) -> bool:
        """Whether some of the terms add up to what is to be taken off their sum, once for + and once for -."""
        reached = 1  # bit k: some terms have the sum k
        for term in terms:
            reached |= reached << term
        surplus = sum(terms) - self.target
        return surplus >= 0 and surplus % 2 == 0 and reached >> surplus // 2 & 1 == 1

    def statement(self) -> str:
        return (
            f"Here are {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            "Write an arithmetic expression with + - * / and parentheses that uses each of them exactly once (a number listed "
            f"twice is used twice), in any order, and has exactly the value {self.target}. "
            "The usual precedence applies, division is exact, and intermediate values may be negative or fractions. There are "
            "no other numbers, no signs in front of numbers or parentheses, and no powers."
        )

    def answer_format(self) -> AnswerFormat:
        return Expression(self.numbers)

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        return int(Expression.value(answer) == self.target), 1

    def guesses(self) -> Iterable[str]:
        return [sign.join(map(str, self.numbers)) for sign in "+*"]

    def rules(self) -> Mapping[str, str]:
        return {
            "the largest first, each time as near as possible": self._nearest(sorted(self.numbers, reverse=True)),
            "the smallest first, each time as near as possible": self._nearest(sorted(self.numbers)),
        }

    def _nearest(self, numbers: Sequence[int]) -> str:
        """One number after the other, joined so that the value comes near the target."""
        value, text = numbers[0], str(numbers[0])
        for number in numbers[1:]:
            joined = {"+": value + number, "-": value - number, "*": value * number}
            sign = min(joined, key=lambda sign: abs(joined[sign] - self.target))
            value, text = joined[sign], f"({text}) {sign} {number}"
        return text
