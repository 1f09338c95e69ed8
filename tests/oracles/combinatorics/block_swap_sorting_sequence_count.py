"""Independent judge of envs/combinatorics/block_swap_sorting_sequence_count.py."""

from collections import Counter
from functools import cache
from itertools import combinations

from rlve.authoring.gate import up_to


@cache
def _reached(size) -> Counter:
    """How many sequences of operations make each array of the sorted one; backwards, each sorts it."""
    found = Counter()
    lengths = frozenset(2**k for k in range(size.bit_length() - 1))
    stack = [(tuple(range(1, size + 1)), lengths)]
    while stack:
        array, left = stack.pop()
        found[array] += 1
        for length in left:
            blocks = [array[i : i + length] for i in range(0, size, length)]
            for a, b in combinations(range(len(blocks)), 2):
                changed = list(blocks)
                changed[a], changed[b] = blocks[b], blocks[a]
                stack.append((sum(changed, ()), left - {length}))
    return found


@up_to(4)
def block_swap_sorting_sequence_count(problem, answer) -> bool:
    return list(answer) == [_reached(len(array))[array] for array in problem.arrays]
