"""Independent judge of envs/number_theory/last_digits_power_cycle_length.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=5000)
def _cycle_length(number, modulus) -> int:
    """Multiply until the first power comes again."""
    first = power = number % modulus
    for length in range(1, modulus + 1):
        power = power * number % modulus
        if power == first:
            return length


@up_to(7)
def last_digits_power_cycle_length(problem, answer) -> bool:
    return answer == tuple(_cycle_length(number, 10**problem.digits) for number in problem.numbers)
