"""Choose entries of a list with the largest sum that a limit allows."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow


class Template(OptimizationEnvironment):
    """The positions of entries with the largest sum below a limit; a tenth more numbers, and one, with each level.

    Reward: (sum / largest sum)^20.
    """

    numbers: Sequence[int]
    limit: int

    max_level = 12
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(20, 99) for _ in range(n)]
        return cls(numbers=numbers, limit=rng.randint(sum(numbers) // 2, 2 * sum(numbers) // 3))

    def statement(self) -> str:
        return (
            f"Here is a list of {len(self.numbers)} integers, at the positions 0 to {len(self.numbers) - 1}:\n"
            f"{' '.join(map(str, self.numbers))}\n"
            f"Choose entries whose sum is at most {self.limit} and as large as possible. Give the positions of the entries."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(min_length=1, max_length=len(self.numbers), low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        chosen: dict[int, list[int]] = {0: []}  # by the sum, one choice that has it
        for position, number in enumerate(self.numbers):
            larger = {total + number: [*some, position] for total, some in chosen.items() if total + number <= self.limit}
            chosen = larger | chosen
        return chosen[max(chosen)]

    def objective(self, answer: Sequence[int], /) -> int:
        total = sum(self.numbers[position] for position in answer)
        if total > self.limit:
            raise Infeasible(f"the sum {total} is above the limit")
        return total

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.numbers)
        return [range(0, n, 2), range(1, n, 2)]
