"""Choose entries of an array that add up to a target."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, grow


class SubsetSum(ConstraintEnvironment):
    """Some of N integers that add up to a target; a tenth more integers, and one, with each level.

    Four integers at first, up to 9. From level 3 on they have nearly as many bits as there are integers, 16 at most, so that
    few choices fit, and taking what still fits, largest or smallest first, does not.
    Reward: 1 for a choice that fits, else 0.
    """

    numbers: Sequence[int]
    target: int

    paper_name = "SubsetSum"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        largest = n + 5 if n < 7 else 2 ** min(n - 1, 16)
        numbers = rng.sample(range(1, largest + 1), n)
        return cls(numbers, target=sum(rng.sample(numbers, rng.randint(n // 2, (n + 2) // 2))))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} different integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Choose one position or more so that the integers there add up to exactly {self.target}. Give the positions."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """The sums of choices among the first integers, as the bits of a number; from the end, what is needed is taken."""
        reached, kept = [1], (2 << self.target) - 1
        for number in self.numbers:
            reached.append((reached[-1] | reached[-1] << number) & kept)
        chosen, left = [], self.target
        for position in range(len(self.numbers) - 1, -1, -1):
            if not reached[position] >> left & 1:
                chosen.append(position)
                left -= self.numbers[position]
        return chosen

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return int(sum([self.numbers[position] for position in answer]) == self.target), 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.numbers) > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """One position after the other in some order, if its integer still fits."""
        falling = sorted(range(len(self.numbers)), key=lambda position: -self.numbers[position])
        found = {}
        for name, order in (
            ("largest first", falling),
            ("largest first, without the very largest", falling[1:]),
            ("smallest first", falling[::-1]),
            ("as they stand", sorted(falling)),
        ):
            chosen, left = [], self.target
            for position in order:
                if self.numbers[position] <= left:
                    chosen.append(position)
                    left -= self.numbers[position]
            found[name] = chosen
        return found
