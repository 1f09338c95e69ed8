"""Independent judge of envs/puzzles/quaternary_sequence_with_distinctness.py."""

import networkx as nx
import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_answer

ALLOWED = nx.path_graph([3, 0, 1, 2])


@up_to(40)
def quaternary_sequence_with_distinctness(problem, answer) -> bool:
    """The sequence is a walk in the path 3 - 0 - 1 - 2; no two positions of a set are equal."""
    walk = with_answer(problem.digits, answer).tolist()
    if not all(map(ALLOWED.has_edge, walk, walk[1:])):
        return False
    return all(np.bincount([walk[place] for place in some]).max() == 1 for some in problem.sets)
