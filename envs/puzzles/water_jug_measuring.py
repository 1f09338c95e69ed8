"""Measure an amount of water with three jugs."""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.text import numbered_rows

TAP = 3
MOVES = list(permutations(range(TAP + 1), 2))


class WaterJugMeasuring(ConstraintEnvironment):
    """The fewest moves after which one of three jugs holds a given amount; the jugs grow by one litre with each level.

    No more moves than necessary are allowed. The amount is one of the hardest for its jugs: by breadth-first search it needs
    the most moves of all, or up to two less, and at least a third as many as the largest jug has litres; and filling one jug
    and pouring from it into another, over and over, does not reach it in time. Reward: 1 for moves that end with it, else 0.
    """

    capacities: Sequence[int]
    target: int
    moves: int
    solution: Sequence[int] = hidden()

    paper_name = "JugPuzzle"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": 12 + level}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        capacities = rng.sample(range(largest // 3, largest + 1), 3)
        plans = _shortest_plans(capacities)
        longest = max(map(len, plans.values()))
        target = rng.choice([amount for amount, plan in plans.items() if len(plan) >= longest - 4])  # two numbers a move
        return cls(capacities=capacities, target=target, moves=len(plans[target]) // 2, solution=plans[target])

    def statement(self) -> str:
        return (
            "Here are three jugs, one a line as: number: capacity in litres\n"
            f"{numbered_rows([capacity] for capacity in self.capacities)}\n"
            f"All are empty at first. A move is a pair of two different numbers from 0 to {TAP}: from to. With two jugs it pours "
            f"water from the first into the second, until the first is empty or the second is full. {TAP} stands for the tap and "
            f"the drain, so that the pair {TAP} j fills jug j to its capacity, and the pair j {TAP} empties jug j. A move may "
            f"change nothing.\nFind a sequence of at most {self.moves} moves at whose end at least one jug holds exactly "
            f"{self.target} litres. Give the two numbers of the first move, then those of the second, and so on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.moves, low=0, high=TAP)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len(answer) % 2:
            raise Infeasible(f"expected two numbers for each move, got {len(answer)} numbers")
        litres: tuple[int, ...] = (0, 0, 0)
        for number, (source, into) in enumerate(zip(answer[::2], answer[1::2], strict=True), 1):
            if source == into:
                raise Infeasible(f"move {number} goes from {source} to itself")
            litres = _moved(litres, self.capacities, source, into)
        return int(self.target in litres), 1

    def acceptable(self) -> bool:
        return self.target > 1 and self.moves >= max(3, max(self.capacities) // 3)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._rotation(source, into) for source, into in permutations(range(TAP), 2)]

    def _rotation(self, source: int, into: int) -> list[int]:
        """Fill the one jug when it is empty, empty the other when it is full, else pour from the one into the other."""
        litres: tuple[int, ...] = (0, 0, 0)
        plan: list[int] = []
        while self.target not in litres and len(plan) < 2 * self.moves:
            if litres[source] == 0:
                move = TAP, source
            elif litres[into] == self.capacities[into]:
                move = into, TAP
            else:
                move = source, into
            plan += move
            litres = _moved(litres, self.capacities, *move)
        return plan


def _moved(litres: Sequence[int], capacities: Sequence[int], source: int, into: int) -> tuple[int, ...]:
    """What the jugs hold after a move."""
    after = list(litres)
    if source == TAP:
        after[into] = capacities[into]
    elif into == TAP:
        after[source] = 0
    else:
        poured = min(litres[source], capacities[into] - litres[into])
        after[source] -= poured
        after[into] += poured
    return tuple(after)


def _shortest_plans(capacities: Sequence[int]) -> dict[int, list[int]]:
    """For each amount that some jug can come to hold, a shortest plan for it, by breadth-first search."""
    start = (0, 0, 0)
    plans: dict[tuple[int, ...], list[int]] = {start: []}
    shortest: dict[int, list[int]] = {}
    queue = deque([start])
    while queue:
        litres = queue.popleft()
        for amount in litres:
            shortest.setdefault(amount, plans[litres])
        for move in MOVES:
            after = _moved(litres, capacities, *move)
            if after not in plans:
                plans[after] = [*plans[litres], *move]
                queue.append(after)
    return shortest
