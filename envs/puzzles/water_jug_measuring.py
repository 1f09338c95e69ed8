"""Measure an amount of water with three jugs."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.text import numbered_rows

TAP, BITS = 3, 20
PLENTY = (1 << BITS) - 1
MOVES = list(permutations(range(TAP + 1), 2))


class WaterJugMeasuring(ConstraintEnvironment):
    """Moves after which each of three jugs holds a given amount; larger jugs and, every second level, one move more.

    Breadth-first search finds amounts that take this number of moves, or one less, and no fewer (fewer where the capacities do
    not allow so many); one more is allowed. (A single amount, in any jug, would too often come of one of a few plans.)
    Reward: (share of jugs with the right amount)^5.
    """

    capacities: Sequence[int]
    targets: Sequence[int]
    fewest: int
    solution: Sequence[int] = hidden()

    paper_name = "JugPuzzle"
    max_level = 24
    version = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": 7 + level, "moves": 3 + level // 2}

    @classmethod
    def draw(cls, rng: Random, largest: int, moves: int) -> Self:
        capacities = rng.sample(range(largest // 3, largest + 1), 3)
        layers, led = _amounts_by_moves(capacities, moves)
        litres = targets = rng.choice([*layers[-2], *layers[-1]])
        plan: list[int] = []
        while litres:
            litres, source, into = led[litres]
            plan = [source, into, *plan]
        return cls(capacities=capacities, targets=_unpacked(targets), fewest=len(plan) // 2, solution=plan)

    def statement(self) -> str:
        a, b, c = self.targets
        return (
            "Here are three jugs, one a line as: number: capacity in litres\n"
            f"{numbered_rows([capacity] for capacity in self.capacities)}\n"
            f"All are empty at first. A move is a pair of two different numbers from 0 to {TAP}: from to. With two jugs it pours "
            f"water from the first into the second, until the first is empty or the second is full. {TAP} stands for the tap and "
            f"the drain: the pair {TAP} j fills jug j to its capacity, and the pair j {TAP} empties jug j. A move may change "
            f"nothing.\nFind at most {self.fewest + 1} moves after which the jugs 0, 1 and 2 hold {a}, {b} and {c} litres, in "
            "this order. Give the two numbers of the first move, then those of the second, and so on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.fewest + 2, low=0, high=TAP)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len(answer) % 2:
            raise Infeasible(f"expected two numbers for each move, got {len(answer)} numbers")
        litres: tuple[int, ...] = (0, 0, 0)
        for number, (source, into) in enumerate(zip(answer[::2], answer[1::2], strict=True), 1):
            if source == into:
                raise Infeasible(f"move {number} goes from {source} to itself")
            litres = _moved(litres, self.capacities, source, into)
        return sum([held == target for held, target in zip(litres, self.targets, strict=True)]), len(litres)


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


def _amounts_by_moves(capacities: Sequence[int], most: int) -> tuple[list[list[int]], dict[int, tuple[int, int, int]]]:
    """The amounts that take 0, 1, ... moves and no fewer, at most `most`; and what led to each: amounts, source, into.

    Breadth-first search. The amounts are one number that has a digit for each jug; the tap is a jug without a digit.
    """
    digits = [1 << 2 * BITS, 1 << BITS, 1, 0]
    moves = [(source, into, digits[into] - digits[source]) for source, into in MOVES]
    led: dict[int, tuple[int, int, int]] = {0: (0, TAP, TAP)}
    layers = [[0]]
    while layers[-1] and len(layers) <= most:
        layers.append([])
        for litres in layers[-2]:
            held = _unpacked(litres)
            full = [capacity - amount for capacity, amount in zip(capacities, held, strict=True)]
            held, room = (*held, PLENTY), (*full, PLENTY)
            for source, into, change in moves:
                after = litres + change * (held[source] if held[source] < room[into] else room[into])
                if after not in led:
                    led[after] = litres, source, into
                    layers[-1].append(after)
    return [layer for layer in layers if layer], led


def _unpacked(litres: int) -> tuple[int, ...]:
    return litres >> 2 * BITS, litres >> BITS & PLENTY, litres & PLENTY
