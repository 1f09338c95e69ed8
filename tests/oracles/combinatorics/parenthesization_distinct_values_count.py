"""Independent judge of envs/combinatorics/parenthesization_distinct_values_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _final_values(numbers, operators) -> int:
    """Carry out any one operation, with what is left and right of it, until a single number is left."""
    states = {(numbers, operators)}
    for _ in range(len(operators)):
        shorter = set()
        for row, signs in states:
            for i, sign in enumerate(signs):
                value = {"+": row[i] + row[i + 1], "-": row[i] - row[i + 1], "*": row[i] * row[i + 1]}[sign]
                shorter.add(((*row[:i], value, *row[i + 2 :]), signs[:i] + signs[i + 1 :]))
        states = shorter
    return len(states)


@up_to(8)
def parenthesization_distinct_values_count(problem, answer) -> bool:
    return answer == _final_values(problem.numbers, problem.operators)
