"""Independent judge of envs/graphs/earliest_label_topological_order.py."""

from functools import lru_cache


@lru_cache(maxsize=1000)
def _least_place_vector(n, constraints) -> tuple[int, ...]:
    """Over all sets that may come first: the least vector of places of their labels, by the label that comes last."""
    before = [0] * n
    for label, other in constraints:
        before[other] |= 1 << label
    least = {0: (n,) * n}
    for placed in range(1, 1 << n):
        vectors = []
        for label in range(n):
            rest = placed ^ 1 << label
            if placed >> label & 1 and rest in least and not before[label] & ~rest:
                vector = list(least[rest])
                vector[label] = rest.bit_count()
                vectors.append(tuple(vector))
        if vectors:
            least[placed] = min(vectors)
    places = least[(1 << n) - 1]
    return tuple(sorted(range(n), key=places.__getitem__))


def earliest_label_topological_order(problem, answer) -> bool:
    return answer == _least_place_vector(problem.n, problem.constraints)
