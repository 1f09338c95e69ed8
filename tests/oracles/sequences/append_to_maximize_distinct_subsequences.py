"""Independent judge of envs/sequences/append_to_maximize_distinct_subsequences.py."""

import itertools
from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _subsequences(values) -> frozenset[tuple[int, ...]]:
    return frozenset(itertools.chain.from_iterable(itertools.combinations(values, k) for k in range(len(values) + 1)))


@lru_cache(maxsize=1000)
def _not_followed_by(numbers, k) -> list[int]:
    """For each value, how many different subsequences, the empty one too, are none any more with the value after them."""
    known = _subsequences(numbers)
    return [sum((*found, value) not in known for found in known) for value in range(k)]


@lru_cache(maxsize=100)
def _starts(k, count) -> np.ndarray:
    """For all arrays of `count` integers below k, how many different subsequences start with each value.

    A value put at the front gives one for the empty and for every old subsequence, among them all the old ones with it first.
    """
    rows = {(0,) * k}
    for _ in range(count):
        rows = {(*row[:v], sum(row) + 1, *row[v + 1 :]) for row in rows for v in range(k)}
    return np.array(list(rows))


@up_to(4)
def append_to_maximize_distinct_subsequences(problem, answer) -> bool:
    """A subsequence of the whole is, in one way, the longest beginning that the given array has and a rest in the appended one.

    The rest is empty, or starts with a value by which the beginning is none of the given array any more.
    """
    if len(answer) != problem.count or not set(answer) <= set(range(problem.k)):
        return False
    beginnings = _not_followed_by(problem.numbers, problem.k)
    gained = sum(beginnings[rest[0]] for rest in _subsequences(tuple(answer)) if rest)
    return gained == int((_starts(problem.k, problem.count) @ beginnings).max())
