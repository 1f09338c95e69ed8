"""Independent judge of envs/combinatorics/halving_chain_count.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _shrinking_sequences(start, share, avoided) -> int:
    """Write down one sequence after the other."""
    p, q = share
    total, stack = 0, [start]
    while stack:
        last = stack.pop()
        total += 1
        stack += [entry for entry in range(1, last) if entry * q <= p * last and entry not in avoided]
    return total


@up_to(7)
def halving_chain_count(problem, answer) -> bool:
    return answer == _shrinking_sequences(problem.start, problem.share, problem.avoided) % 10007
