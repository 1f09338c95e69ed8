"""Independent judge of envs/optimization/max_score_array_splitting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _largest_score(numbers, cuts) -> int:
    """By the position of the first cut of all: the process itself, from left to right."""
    if cuts == 0:
        return 0
    ways = range(1, len(numbers) - cuts + 1)
    return max(sum(numbers[:end]) * sum(numbers[end:]) + _largest_score(numbers[end:], cuts - 1) for end in ways)


@up_to(10)
def max_score_array_splitting(problem, answer) -> bool:
    """Make the cuts one after the other."""
    if len(set(answer)) != problem.cuts or not set(answer) <= set(range(len(problem.numbers) - 1)):
        return False
    blocks, score = [range(len(problem.numbers))], 0
    for cut in answer:
        block = next(block for block in blocks if cut in block and cut + 1 in block)
        halves = [range(block[0], cut + 1), range(cut + 1, block[-1] + 1)]
        left, right = (sum(problem.numbers[position] for position in half) for half in halves)
        score += left * right
        blocks.remove(block)
        blocks += halves
    return score == _largest_score(problem.numbers, problem.cuts)
