"""Independent judge of envs/sequences/balanced_slices_minimax_abs_sum.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _first_list(numbers, signs, blocks):
    """The smallest list of the best cuts: for each number of blocks the best of each beginning, by the pair (weight, list)."""
    for limit in range(len(signs) + 1):
        lists = {len(signs): ()}  # start of the blocks not yet cut off -> the smallest list of them
        for _ in range(blocks):
            before, lists = lists, {}
            for start in range(len(signs)):
                fits = [end for end in before if end > start and abs(sum(signs[start:end])) <= limit]
                if fits:
                    lists[start] = min((numbers[end - 1], *before[end]) for end in fits)
        if 0 in lists:
            return lists[0][:-1]
    return None


@up_to(8)
def balanced_slices_minimax_abs_sum(problem, answer) -> bool:
    return tuple(answer) == _first_list(problem.numbers, problem.signs, problem.blocks)
