"""Independent judge of envs/combinatorics/scc_count_evolution_sequences.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sequences(n, arcs, inserted) -> int:
    """For each set of arcs, the sequences that its orders give."""
    sequences = {frozenset(): {()}}
    for count in range(1, inserted + 1):
        for chosen in map(frozenset, combinations(arcs, count)):
            graph = nx.DiGraph(list(chosen))
            number = n - len(graph) + nx.number_strongly_connected_components(graph)
            before = set().union(*(sequences[chosen - {arc}] for arc in chosen))
            sequences[chosen] = {(*sequence, number) for sequence in before}
    return len(set().union(*(found for chosen, found in sequences.items() if len(chosen) == inserted)))


@up_to(4)
def scc_count_evolution_sequences(problem, answer) -> bool:
    return answer == _sequences(problem.n, problem.arcs, problem.inserted)
