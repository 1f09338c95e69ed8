"""Independent judge of envs/combinatorics/count_string_pairs_more_ones.py."""

from collections import Counter
from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


def _ones(pattern) -> Counter:
    """The strings that fit, by their ones."""
    return Counter("".join(bits).count("1") for bits in product(*["01" if bit == "?" else bit for bit in pattern]))


@lru_cache(maxsize=1000)
def _pairs(s, t) -> int:
    in_s, in_t = _ones(s), _ones(t)
    return sum(in_s[a] * in_t[b] for a in in_s for b in in_t if a > b)


@up_to(10)
def count_string_pairs_more_ones(problem, answer) -> bool:
    return answer == _pairs(problem.s, problem.t)
