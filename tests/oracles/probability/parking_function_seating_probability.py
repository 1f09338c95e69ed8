"""Independent judge of envs/probability/parking_function_seating_probability.py."""

from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _probability(seats, taken, people) -> Fraction:
    """Seat one person after the other: the probability of each set of taken seats in which everybody sits."""
    rows = {frozenset(taken): Fraction(1)}
    for _ in range(people):
        after: dict[frozenset, Fraction] = {}
        for full, probability in rows.items():
            for picked in range(seats):
                seat = next((seat for seat in range(picked, seats) if seat not in full), None)
                if seat is not None:
                    after[full | {seat}] = after.get(full | {seat}, Fraction(0)) + probability / seats
        rows = after
    return sum(rows.values(), Fraction(0))


@up_to(5)
def parking_function_seating_probability(problem, answer) -> bool:
    return answer == _probability(problem.seats, problem.taken, problem.people)
