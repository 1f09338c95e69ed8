"""Independent judge of envs/sequences/lexicographic_probing_slot_assignment.py."""

from functools import lru_cache
from itertools import permutations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _best(n, starts, stride, reserved):
    """The best of all assignments of slots, by the lists Y and X; an item's own least (Y, X) are the best for its slot."""
    pairs = {}
    for start in set(starts):
        for y in range(n)[::-1]:
            for x in range(n)[::-1]:
                pairs[start, (start + stride * x + y) % n] = (y, x)
    best = None
    for slots in permutations([slot for slot in range(n) if slot != reserved]):
        chosen = [pairs[start, slot] for start, slot in zip(starts, slots, strict=True)]
        rank = ([y for y, _ in chosen], [x for _, x in chosen])
        if best is None or rank < best[0]:
            best = rank, slots
    return best[1]


@up_to(1)
def lexicographic_probing_slot_assignment(problem, answer) -> bool:
    return tuple(answer) == _best(problem.n, problem.starts, problem.stride, problem.reserved)
