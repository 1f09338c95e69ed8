"""Seat people at tables so that no two of a group sit together."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden


class GroupTableSeating(ConstraintEnvironment):
    """Tables for those of N groups who have no seat yet, at N tables; three at first, one more with each level.

    Groups have from 2N/3 to N-1 people, and two in five of all people stand; as many seats are free. From level 3 on
    it is not enough to give each group in turn the tables with most free seats. Reward: (share of tables that have enough seats
    and of groups that sit apart)^10.
    """

    free: Sequence[int]  # seats of each table
    standing: Sequence[int]  # people of each group
    seated: Sequence[Sequence[int]]  # the tables of each group's other people
    solution: Sequence[int] = hidden()

    paper_name = "RoundTableAssignment"
    max_level = 12
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        people = [(group, table) for group in range(n) for table in rng.sample(range(n), rng.randint(2 * n // 3, n - 1))]
        order = rng.sample(people, len(people))
        standing = sorted(order[: 2 * (len(people) + 2) // 5])
        seated: list[list[int]] = [[] for _ in range(n)]
        for group, table in sorted(order[len(standing) :]):
            seated[group].append(table)
        groups, tables = zip(*standing, strict=True)
        return cls(
            free=[tables.count(table) for table in range(n)],
            standing=[groups.count(group) for group in range(n)],
            seated=seated,
            solution=tables,
        )

    def statement(self) -> str:
        n = len(self.free)
        lines = [
            f"{group}: {count}, {' '.join(map(str, tables)) or 'none'}"
            for group, (count, tables) in enumerate(zip(self.standing, self.seated, strict=True))
        ]
        return (
            f"The tables 0 to {n - 1} have these numbers of free seats, in this order:\n{' '.join(map(str, self.free))}\n"
            "Here are groups of people, one a line as: group: number of people without a seat, tables at which the others of the "
            f"group sit\n{chr(10).join(lines)}\n"
            "Seat everyone who has no seat on a free one so that no two people of a group are at the same table. Give the tables "
            "of those of group 0, then those of group 1, and so on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=len(self.free) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        left = iter(answer)
        taken = [[next(left) for _ in range(count)] for count in self.standing]
        apart = [len({*old, *new}) == len(old) + len(new) for old, new in zip(self.seated, taken, strict=True)]
        enough = [answer.count(table) <= seats for table, seats in enumerate(self.free)]
        return sum(apart) + sum(enough), len(apart) + len(enough)

    def acceptable(self) -> bool:
        if len(self.free) < 6:
            return True
        kept, total = self.satisfied(self._freest(range(len(self.free))))
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        n = len(self.free)
        choice = [n - len(tables) - count for tables, count in zip(self.seated, self.standing, strict=True)]
        return {
            "groups in turn": self._freest(range(n)),
            "groups from the last": self._freest(range(n)[::-1]),
            "largest group first": self._freest(sorted(range(n), key=lambda group: -self.standing[group])),
            "least choice first": self._freest(sorted(range(n), key=choice.__getitem__)),
        }

    def _freest(self, order: Sequence[int]) -> list[int]:
        """For each group in turn those of its other tables that have most free seats, the first of equal ones."""
        free = list(self.free)
        taken: list[list[int]] = [[] for _ in free]
        for group in order:
            others = [table for table in range(len(free)) if table not in self.seated[group]]
            taken[group] = sorted(others, key=lambda table: -free[table])[: self.standing[group]]
            for table in taken[group]:
                free[table] -= 1
        return [table for tables in taken for table in tables]
