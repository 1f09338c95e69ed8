"""Choose foods around a table so that nobody gains by switching alone."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Text, grow


class CircularFoodSharingEquilibrium(ConstraintEnvironment):
    """Left or right for each of N people who share what two of them choose; a tenth more people, and one, with each level.

    From six people on taking the larger food is not enough. Reward: (share of people who gain nothing by switching)^12.
    """

    calories: Sequence[int]

    paper_name = "LAS"
    exponent = 12
    max_level = 20
    exemptions = {"simple-rule": "each in turn switches where that gains: this is the algorithm, from wherever it starts"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(calories=[rng.randint(1, 3 * n) for _ in range(n)])

    def statement(self) -> str:
        last = len(self.calories) - 1
        return (
            f"Persons 0 to {last} sit around a table, and foods 0 to {last} lie between them: person i has food i to the left "
            f"and food i + 1 to the right, but person {last} has food 0 to the right. Here are the foods' calories, in order:\n"
            f"{' '.join(map(str, self.calories))}\n"
            "Everybody chooses the food to the left (L) or to the right (R), and gets its calories, or half of them where the "
            "neighbour chooses the same food. Choose for all such that nobody would get strictly more by switching alone to the "
            "other food. Give the letters of the persons in order."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("LR", length=len(self.calories))

    def solve(self) -> str:
        """Who takes the larger food can gain by switching only from a shared one to one that nobody has, since a smaller food
        that someone has is that person's larger one. That leaves the shared food to the other one, so nobody switches then.
        """
        return self._once(self._larger(), range(len(self.calories)))

    def _gains(self, letters: Sequence[str], person: int) -> bool:
        """Whether a person gets more by switching alone."""
        after = (person + 1) % len(letters)
        left = self.calories[person] * (2 if letters[person - 1] == "L" else 1)
        right = self.calories[after] * (2 if letters[after] == "R" else 1)
        return right > left if letters[person] == "L" else left > right

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        n = len(answer)
        return n - sum([self._gains(answer, person) for person in range(n)]), n

    def guesses(self) -> Iterable[str]:
        n = len(self.calories)
        yield "L" * n
        yield "R" * n
        if n > 5:
            yield self._larger()

    def rules(self) -> Mapping[str, str]:
        people = range(len(self.calories))
        left, right = "L" * len(people), "R" * len(people)
        return {
            "the larger food": self._larger(),
            "all left, then each in turn once": self._once(left, people),
            "all left, then each in turn once, from the last": self._once(left, people[::-1]),
            "all right, then each in turn once": self._once(right, people),
            "all right, then each in turn once, from the last": self._once(right, people[::-1]),
        }

    def _larger(self) -> str:
        """Everybody takes the larger one of the two foods."""
        following = [*self.calories[1:], self.calories[0]]
        return "".join(["L" if left >= right else "R" for left, right in zip(self.calories, following, strict=True)])

    def _once(self, letters: str, order: Iterable[int]) -> str:
        """Each person in some order switches where that gains."""
        chosen = [*letters]
        for person in order:
            if self._gains(chosen, person):
                chosen[person] = "L" if chosen[person] == "R" else "R"
        return "".join(chosen)
