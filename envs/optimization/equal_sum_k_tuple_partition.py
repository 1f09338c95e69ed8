"""Share integers out to groups of the same size and the same sum."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.text import numbered_rows


class EqualSumKTuplePartition(ConstraintEnvironment):
    """Groups of K integers with the same sum, the first of each given; one group or one integer in each more with each level.

    Two groups of three at first, five of four at level 3; sums near 3 times the number of all integers, so that other
    choices have the right sum, too; at levels 3 and 4 the first that has it, group by group, will not do.
    Reward: (share of right groups)^5.
    """

    first: Sequence[int]
    numbers: Sequence[int]
    size: int
    total: int
    solution: Sequence[int] = hidden()

    paper_name = "KPartition"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"groups": 2 + level, "size": 3 + (level > 2)}

    @classmethod
    def draw(cls, rng: Random, groups: int, size: int) -> Self:
        total = 3 * groups * size + rng.randint(-groups, groups)
        first, rest = [], []
        for group in range(groups):
            cuts = [0, *sorted(rng.sample(range(1, total), size - 1)), total]
            head, *others = rng.sample([b - a for a, b in pairwise(cuts)], size)
            first.append(head)
            rest += [(number, group) for number in others]
        numbers, solution = zip(*rng.sample(rest, len(rest)), strict=True)
        return cls(first=first, numbers=numbers, size=size, total=total, solution=solution)

    def statement(self) -> str:
        n = len(self.first)
        return (
            f"There are {n} groups. Each begins with one integer, one a line as: group: integer\n"
            f"{numbered_rows([(number,) for number in self.first])}\n"
            f"Share these {len(self.numbers)} integers out to them:\n{' '.join(map(str, self.numbers))}\n"
            f"In the end every group should hold {self.size} integers, its first one included, with the sum {self.total}. Give "
            "the group of each integer of this list, in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.numbers), low=0, high=len(self.first) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        sums, sizes = list(self.first), [1] * len(self.first)
        for number, group in zip(self.numbers, answer, strict=True):
            sums[group] += number
            sizes[group] += 1
        kept = [both == (self.total, self.size) for both in zip(sums, sizes, strict=True)]
        return sum(kept), len(kept)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._what_fits()] if self.size == 4 and len(self.first) < 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The largest integer to the group with most room for each to come; group by group, the first integers that fit."""
        order = sorted(range(len(self.numbers)), key=self.numbers.__getitem__, reverse=True)
        room, left, shared = [self.total - number for number in self.first], [self.size - 1] * len(self.first), [0] * len(order)
        for i in order:
            group = max([group for group, count in enumerate(left) if count], key=lambda group: room[group] / left[group])
            shared[i] = group
            room[group] -= self.numbers[i]
            left[group] -= 1
        return {"largest first, to most room": shared, "what fits first, group by group": self._what_fits()}

    def _what_fits(self) -> list[int]:
        free, answer = list(range(len(self.numbers))), [0] * len(self.numbers)
        for group, number in enumerate(self.first):
            for some in combinations(free, self.size - 1):
                if sum([self.numbers[i] for i in some]) == self.total - number:
                    for i in some:
                        answer[i] = group
                        free.remove(i)
                    break
        return answer
