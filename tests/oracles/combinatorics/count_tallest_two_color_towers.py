"""Independent judge of envs/combinatorics/count_tallest_two_color_towers.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _colourings(layers, black, white) -> int:
    """Try all colourings of all layers, then of all but the last, and so on."""
    for n in range(len(layers), 0, -1):
        fitting = 0
        for colours in product((0, 1), repeat=n):
            blacks = sum(size for size, colour in zip(layers, colours, strict=False) if colour)
            fitting += blacks <= black and sum(layers[:n]) - blacks <= white
        if fitting:
            return fitting
    return 1


@up_to(4)
def count_tallest_two_color_towers(problem, answer) -> bool:
    return answer == _colourings(problem.layers, problem.black, problem.white)
