"""Independent judge of envs/strings/min_swaps_to_alternating_binary.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _fewest(text) -> int:
    """Breadth-first search from the two goals; swaps of equal characters lead nowhere."""
    n, steps = len(text), 0
    reached = {"01" * (n // 2), "10" * (n // 2)}
    while text not in reached:
        steps += 1
        near = set()
        for row in reached:
            zeros, ones = ([i for i in range(n) if row[i] == symbol] for symbol in "01")
            for i, j in product(zeros, ones):
                near.add("".join({i: "1", j: "0"}.get(k, row[k]) for k in range(n)))
        reached |= near
    return steps


@up_to(2)
def min_swaps_to_alternating_binary(problem, answer) -> bool:
    row = list(problem.text)
    for k in range(0, len(answer), 2):
        one, other = answer[k : k + 2]
        row[one], row[other] = row[other], row[one]
    return all(row[k] != row[k + 1] for k in range(len(row) - 1)) and len(answer) == 2 * _fewest(problem.text)
