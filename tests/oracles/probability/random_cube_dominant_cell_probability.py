"""Independent judge of envs/probability/random_cube_dominant_cell_probability.py."""

from collections import defaultdict
from functools import lru_cache
from itertools import product
from math import prod

from rlve.authoring.gate import up_to

PRIME = 2**127 - 1  # probabilities p / q are kept as the residue of p times the inverse of q


@lru_cache(maxsize=1000)
def _distribution(sides) -> dict[int, int]:
    """Give out the numbers from the largest down. Only how many coordinates of each dimension have been met matters: a cell is
    dominant if all of its are new. Cells without a new one are skipped, since they change nothing."""
    states = {(0,) * len(sides): {0: 1}}
    patterns = list(product((0, 1), repeat=len(sides)))[1:]
    for met in product(*(range(side + 1) for side in sides)):
        if met == sides or met not in states:
            continue
        inverse = pow(prod(sides) - prod(met), -1, PRIME)
        for new in patterns:
            if ways := prod(side - old if n else old for side, old, n in zip(sides, met, new, strict=True)):
                after = states.setdefault(tuple(old + n for old, n in zip(met, new, strict=True)), defaultdict(int))
                for dominant, probability in states[met].items():
                    after[dominant + all(new)] += probability * ways * inverse % PRIME
    return states[sides]


@up_to(3)
def random_cube_dominant_cell_probability(problem, answer) -> bool:
    chances = _distribution(tuple(sorted(problem.sides)))
    wanted = sum(chance for k, chance in chances.items() if k == problem.cells or (problem.or_more and k > problem.cells))
    return (answer.numerator - wanted * answer.denominator) % PRIME == 0
