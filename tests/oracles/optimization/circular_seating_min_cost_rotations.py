"""Independent judge of envs/optimization/circular_seating_min_cost_rotations.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _stayers(n, friends) -> list[set[int]]:
    """For every seating that keeps the wishes, and no other one is an isomorphism of circles: who is on the own seat."""
    seats, wishes = nx.cycle_graph(n), nx.Graph(friends)
    seatings = nx.isomorphism.GraphMatcher(seats, wishes).isomorphisms_iter()
    return [{seat for seat, student in seating.items() if seat == student} for seating in seatings]


@up_to(3)
def circular_seating_min_cost_rotations(problem, answer) -> bool:
    """Whoever is on another seat in the end moves at least once, and once is enough, in the ring that leads there."""
    stayers = _stayers(problem.n, problem.friends)
    return len(answer) == len(set(answer)) == max(map(len, stayers)) and set(answer) in stayers
