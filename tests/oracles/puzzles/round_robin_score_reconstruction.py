"""Independent judge of envs/puzzles/round_robin_score_reconstruction.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(16)
def round_robin_score_reconstruction(problem, answer) -> bool:
    """The paper's matrix, of 2 for a win and 1 for a draw: its rows hold 3 points for each 2 and 1 for each 1."""
    results = np.array(list(problem.results))
    results[results == "?"] = list(answer)
    upper = np.triu_indices(len(problem.points), 1)
    table = np.full((len(problem.points),) * 2, 9)
    table[upper] = [{"W": 2, "D": 1, "L": 0}[result] for result in results]
    table.T[upper] = 2 - table[upper]
    return (3 * (table == 2).sum(axis=1) + (table == 1).sum(axis=1)).tolist() == list(problem.points)
