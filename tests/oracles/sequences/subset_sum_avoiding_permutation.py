"""Independent judge of envs/sequences/subset_sum_avoiding_permutation.py."""

import itertools

from rlve.authoring.gate import up_to


@up_to(5)
def subset_sum_avoiding_permutation(problem, answer) -> bool:
    """Set of positions by set of positions, the empty one and the full one left out."""
    if sorted(answer) != sorted(problem.numbers):
        return False
    pairs = list(zip(problem.numbers, answer, strict=True))
    chosen = itertools.chain.from_iterable(itertools.combinations(pairs, size) for size in range(1, len(pairs)))
    return all(sum(before for before, _ in some) != sum(after for _, after in some) for some in chosen)
