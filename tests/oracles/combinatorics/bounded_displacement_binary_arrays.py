"""Independent judge of envs/combinatorics/bounded_displacement_binary_arrays.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _arrays(bits, most) -> int:
    """Write down the new arrays place by place, each with all the sets of old places, as bits, that it can have used."""
    n = len(bits)
    begun = {"": {0}}
    for place in range(n):
        near = range(max(0, place - most), min(n, place + most + 1))
        longer = {}
        for bit in (0, 1):
            places = [1 << old for old in near if bits[old] == bit]
            for array, choices in begun.items():
                found = {used | old for used in choices for old in places if not used & old}
                if found:
                    longer[f"{array}{bit}"] = found
        begun = longer
    return len(begun)


@up_to(4)
def bounded_displacement_binary_arrays(problem, answer) -> bool:
    return answer == _arrays(problem.bits, problem.most)
