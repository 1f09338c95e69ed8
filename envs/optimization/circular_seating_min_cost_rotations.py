"""Seat students around a table beside their friends, with as few of them moved as possible."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import neighbour_sets
from rlve.envs.toolkit.text import rows


class CircularSeatingMinCostRotations(OptimizationEnvironment):
    """Move students around a table in rings so that friends sit together; a tenth more students, and one, with each level.

    Asked for are those who stay where they are, six at first. From nine students on four of them can, or a third of all, and the
    two ways around the table are not equally good.
    Reward: (students who stay / most that can stay)^5, if they can all stay together.
    """

    n: int
    friends: Sequence[Sequence[int]]

    paper_name = "CampfireParty"
    max_level = 20
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        circle = rng.sample(range(n), n)
        if n >= 9:
            shift, turn = rng.randrange(n), rng.choice((-1, 1))
            kept = rng.sample(range(n), max(4, n // 3))
            others = [seat for seat in circle if seat not in kept]
            students = dict(zip(others, others[1:] + others[:1], strict=True))
            circle = [students.get(seat, seat) for seat in [(shift + turn * i) % n for i in range(n)]]
        pairs = [(circle[i - 1], circle[i])[:: rng.choice((-1, 1))] for i in range(n)]
        return cls(n=n, friends=rng.sample(pairs, n))

    def statement(self) -> str:
        n = self.n
        return (
            f"{n} students, 0 to {n - 1}, sit around a table, student s on seat s; seat {n - 1} is beside seat 0. In an "
            "operation some students move in a ring, each to the seat of the next, the last to that of the first; it costs 1 "
            f"for each of them. In the end each of these pairs is to sit side by side, on whatever seats:\n{rows(self.friends)}\n"
            "Plan operations with as small a total cost as possible. Give the students who take part in none of them."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(min_length=1, max_length=self.n, low=0, high=self.n - 1)

    def acceptable(self) -> bool:
        n, counts = self.n, self._turn_counts
        return n < 9 or max([counts[turn] for turn in range(n)]) != max([counts[turn] for turn in range(n, 2 * n)])

    def solve(self) -> list[int]:
        """Rings cost least if each student who must move does so once: the turn of the circle that leaves most on their seats."""
        best = max(self._turn_counts, key=self._turn_counts.__getitem__)
        return [student for student, place in enumerate(self._places) if best in self._turns(student, place)]

    @cached_property
    def _places(self) -> list[int]:
        """Where each student is on the circle of friends, from student 0 on."""
        beside = neighbour_sets(self.n, self.friends)
        places, before, student = [0] * self.n, -1, 0
        for place in range(self.n):
            places[student] = place
            before, student = student, next(other for other in sorted(beside[student]) if other != before)
        return places

    @cached_property
    def _turn_counts(self) -> Counter[int]:
        """How many students stay for each turn of the circle."""
        return Counter([turn for student, place in enumerate(self._places) for turn in self._turns(student, place)])

    def _turns(self, student: int, place: int) -> list[int]:
        """How far to turn the circle for a student to stay; as it is, and (from n on) mirrored."""
        return [(student - place) % self.n, self.n + (student + place) % self.n]

    def objective(self, answer: Sequence[int], /) -> int:
        places = self._places
        shared = set(self._turns(answer[0], places[answer[0]]))
        for student in answer[1:]:
            shared &= set(self._turns(student, places[student]))
        return len(answer) if shared else 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The better of the two seatings in which one student stays."""
        places, found = self._places, {}
        for name, kept in (("first", 0), ("last", self.n - 1)):
            turns = self._turns(kept, places[kept])
            stay = [[s for s, place in enumerate(places) if turn in self._turns(s, place)] for turn in turns]
            found[f"the {name} student stays"] = max(stay, key=len)
        return found
