"""Independent judge of envs/combinatorics/local_minimum_labeling_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _fillings(pattern, placed) -> int:
    """Place the numbers in ascending order, by the set of cells that have one: a minimum is a cell with no neighbour in it."""
    cells = [(i, j) for i, row in enumerate(placed) for j, _ in enumerate(row)]
    where = {number: (i, j) for i, row in enumerate(placed) for j, number in enumerate(row) if number}
    ways = {frozenset(): 1}
    for number in range(1, len(cells) + 1):
        more = {}
        for filled, count in ways.items():
            for i, j in [where[number]] if number in where else [(i, j) for i, j in cells if not placed[i][j]]:
                lowest = all(max(abs(a - i), abs(b - j)) > 1 for a, b in filled)
                if (i, j) not in filled and lowest == (pattern[i][j] == "X"):
                    longer = filled | {(i, j)}
                    more[longer] = more.get(longer, 0) + count
        ways = more
    return sum(ways.values())


@up_to(4)
def local_minimum_labeling_count(problem, answer) -> bool:
    return answer == _fillings(problem.pattern, problem.placed) % 10007
