"""Measure an amount of water with three jugs."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.text import numbered_rows

TAP = 3
MOST_MOVES = 100


class WaterJugMeasuring(ConstraintEnvironment):
    """Moves after which one of three jugs holds a given amount; the jugs grow by one litre with each level.

    The amount is one of the hardest for its jugs: by breadth-first search it needs the most moves of all, or one less, and
    at least a third as many as the largest jug has litres. Reward: 1 for moves that end with the amount, else 0.
    """

    capacities: Sequence[int]
    target: int
    solution: Sequence[int] = hidden()

    paper_name = "JugPuzzle"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": 8 + level}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        capacities = rng.sample(range(largest // 3, largest + 1), 3)
        plans = _shortest_plans(capacities)
        longest = max(map(len, plans.values()))
        target = rng.choice([amount for amount, plan in plans.items() if len(plan) >= longest - 2])  # two numbers a move
        return cls(capacities=capacities, target=target, solution=plans[target])

    def statement(self) -> str:
        return (
            f"Here are three jugs, one a line as: number: capacity in litres\n{numbered_rows(zip(self.capacities))}\n"
            f"All are empty at first. A move is a pair of two different numbers from 0 to {TAP}: from to. With two jugs it pours "
            f"water from the first into the second, until the first is empty or the second is full. {TAP} stands for the tap and "
            f"the drain, so that the pair {TAP} j fills jug j to its capacity, and the pair j {TAP} empties jug j. A move may "
            f"change nothing.\nFind at most {MOST_MOVES} moves after the last of which at least one jug holds exactly "
            f"{self.target} litres. Give the two numbers of the first move, then those of the second, and so on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * MOST_MOVES, low=0, high=TAP)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len(answer) % 2:
            raise Infeasible(f"expected two numbers for each move, got {len(answer)} numbers")
        litres = (0, 0, 0)
        for number, (source, goal) in enumerate(zip(answer[::2], answer[1::2], strict=True), 1):
            if source == goal:
                raise Infeasible(f"move {number} goes from {source} to itself")
            litres = _moved(litres, self.capacities, source, goal)
        return int(self.target in litres), 1

    def acceptable(self) -> bool:
        return len(self.solution) // 2 >= max(3, max(self.capacities) // 3)


def _moved(litres: tuple[int, ...], capacities: Sequence[int], source: int, goal: int) -> tuple[int, ...]:
    """What the jugs hold after a move."""
    after = list(litres)
    if source == TAP:
        after[goal] = capacities[goal]
    elif goal == TAP:
        after[source] = 0
    else:
        poured = min(litres[source], capacities[goal] - litres[goal])
        after[source] -= poured
        after[goal] += poured
    return tuple(after)


def _shortest_plans(capacities: Sequence[int]) -> dict[int, list[int]]:
    """For each amount that some jug can come to hold, a shortest plan for it."""
    moves = list(permutations(range(TAP + 1), 2))
    start = (0, 0, 0)
    came_from: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, int]] | None] = {start: None}
    queue, last = [start], {}
    for litres in queue:
        for amount in litres:
            last.setdefault(amount, litres)
        for move in moves:
            after = _moved(litres, capacities, *move)
            if after not in came_from:
                came_from[after] = litres, move
                queue.append(after)
    plans = {}
    for amount, litres in last.items():
        plan: list[int] = []
        while step := came_from[litres]:
            litres, move = step
            plan[:0] = move
        plans[amount] = plan
    return plans
