"""Independent judge of envs/bits/minimum_xor_pair.py."""

from itertools import combinations

from rlve.authoring.gate import up_to


def _value(x, y) -> int:
    """Place by place: where both have a 1 and where one has one, counted as different."""
    both = {place for place in range(64) if x >> place & 1} & {place for place in range(64) if y >> place & 1}
    some = {place for place in range(64) if (x >> place & 1) + (y >> place & 1)}
    return sum(1 << place for place in both ^ some)


@up_to(6)
def minimum_xor_pair(problem, answer) -> bool:
    if len(set(answer)) != 2:
        return False
    i, j = answer
    value = _value(problem.numbers[i], problem.numbers[j])
    return all(value <= _value(x, y) for x, y in combinations(problem.numbers, 2))
