"""Find integers from the sums of every two of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, hidden
from rlve.envs.toolkit.sizes import rungs


class IntegersFromPairwiseSums(ConstraintEnvironment):
    """N different positive integers from the sums of all pairs of them.

    N is 3 up to level 1, and then grows by one with each level; the integers go up to 9 at first, to 20 at level 1 and to about
    10N later. From five of them on, the third smallest sum is mostly not that of the second and third integer.
    Reward: (sums in common / sums in both lists together)^5.
    """

    sums: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "SquSquarks"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((3, 3, 4), level, plus=1)
        return {"n": n, "largest": 9 if level == 0 else 5 * (n + level)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        numbers = sorted(rng.sample(range(1, largest + 1), n))
        if n > 4:
            other = sorted(rng.sample(range(1, largest + 1), n))
            numbers = max(numbers, other, key=lambda some: some[1] + some[2] - some[0] - some[3])
        sums = [a + b for a, b in combinations(numbers, 2)]
        rng.shuffle(sums)
        return cls(sums=sums, solution=numbers)

    def statement(self) -> str:
        n = len(self.solution)
        return (
            f"Every two of {n} different positive integers were added. These are the {len(self.sums)} sums, in no particular "
            f"order; a sum of several pairs is listed once for each of them:\n{' '.join(map(str, self.sums))}\n"
            f"Find {n} different positive integers that have exactly these sums."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(len(self.solution), low=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        given, found = Counter(self.sums), Counter([a + b for a, b in combinations(answer, 2)])
        return (given & found).total(), (given | found).total()

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, ordered = len(self.solution), sorted(self.sums)
        first, middle = ordered[0] // 2, sum(ordered) // (n - 1) // n
        return {
            "halves of sums": [total // 2 for total in ordered[:: len(ordered) // n][:n]],
            "the smallest integer is half of the smallest sum": [first, *[total - first for total in ordered[: n - 1]]],
            "the smallest integer is 1": [1, *[total - 1 for total in ordered[: n - 1]]],
            "evenly spread": [middle + step - n // 2 for step in range(n)],
            **{f"sum {place} is that of the second and third": _explained(ordered, n, place) for place in (2, 3, 4)},
        }


def _explained(ordered: Sequence[int], n: int, place: int) -> Sequence[int]:
    """The integers, if the sum at that place is that of the second and third; each time the least sum left gives a new one."""
    smallest = (ordered[0] + ordered[1] - ordered[min(place, len(ordered) - 1)]) // 2
    found, left = [smallest], Counter(ordered)
    while len(found) < n and left:
        new = min(left) - smallest
        left = +(left - Counter([new + one for one in found]))
        found.append(new)
    return found
