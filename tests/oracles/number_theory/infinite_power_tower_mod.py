"""Independent judge of envs/number_theory/infinite_power_tower_mod.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=5000)
def _settled(base, added, modulus) -> int:
    """Walk the powers of the base until one comes again; the place of the tower on this way depends on its own remainder."""
    powers, seen = [], {}
    power = 1 % modulus
    while power not in seen:
        seen[power] = len(powers)
        powers.append(power)
        power = power * base % modulus
    start = seen[power]
    period = len(powers) - start
    place = _settled(base, added, period) if period > 1 else 0
    while place < start:
        place += period
    return (powers[place] + added) % modulus


@up_to(12)
def infinite_power_tower_mod(problem, answer) -> bool:
    return answer == _settled(problem.base, problem.added, problem.modulus)
