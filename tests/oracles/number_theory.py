"""Independent judges of the environments in envs/number_theory."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count, product
from math import factorial, gcd

from sympy import divisor_count
from sympy.ntheory.modular import solve_congruence

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _coprime_pairs(xs, ys) -> int:
    return sum(gcd(x, y) == 1 for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(8)
def coprime_pairs_count(problem, answer) -> bool:
    return answer == _coprime_pairs(problem.xs, problem.ys)


@up_to(8)
def concatenated_integers_mod(problem, answer) -> bool:
    return answer == int("".join(str(i) for i in range(1, problem.n + 1))) % problem.modulus


@lru_cache(maxsize=10000)
def _ascending_products(n, least) -> list[tuple[int, ...]]:
    """The products of ascending factors, each at least `least`, that make n; n alone is one of them."""
    products = [(n,)] if n >= least else []
    for k in range(least, n // 2 + 1):
        if n % k == 0 and n // k > k:
            products += [(k, *rest) for rest in _ascending_products(n // k, k + 1)]
    return products


@up_to(8)
def distinct_factor_factorizations_count(problem, answer) -> bool:
    barred = set(problem.barred)
    allowed = ([p for p in _ascending_products(n, 2) if len(p) > 1 and not barred & set(p)] for n in problem.integers)
    return answer == tuple(map(len, allowed))


@lru_cache(maxsize=1000)
def _sums_of_different_powers(base, missing, count) -> list[int]:
    powers = [base**i for i in range(count + len(missing)) if i not in missing]
    return sorted(sum(chosen) for size in range(1, len(powers) + 1) for chosen in combinations(powers, size))


@up_to(7)
def distinct_power_sums_nth_term(problem, answer) -> bool:
    terms = _sums_of_different_powers(problem.base, problem.missing, max(problem.numbers).bit_length())
    return answer == tuple(terms[number - 1] for number in problem.numbers)


@lru_cache(maxsize=100_000)
def _divisors_tried_out(n) -> int:
    return sum(n % k == 0 for k in range(1, n + 1))


@up_to(10)
def divisor_count_interval_sum(problem, answer) -> bool:
    return answer == sum(divisor_count(n) for n in range(problem.low, problem.high + 1))


@lru_cache(maxsize=1000)
def _product_divisors(xs, ys) -> int:
    pairs = ((x, y) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))
    return sum(divisor_count(x * y) for x, y in pairs)


@up_to(7)
def divisor_count_of_product_sum(problem, answer) -> bool:
    return answer == _product_divisors(problem.xs, problem.ys)


@lru_cache(maxsize=1000)
def _xor_divisors(problem) -> int:
    (i_low, i_high), (j_low, j_high) = problem.i_range, problem.j_range
    pairs = ((i, j) for i in range(i_low, i_high + 1) for j in range(j_low, j_high + 1))
    return sum(_divisors_tried_out(i ^ j ^ problem.mask) for i, j in pairs)


@up_to(8)
def divisor_count_xor_sum(problem, answer) -> bool:
    return answer == _xor_divisors(problem)


@lru_cache(maxsize=1000)
def _zeros_at_the_end(n, base) -> int:
    rest, zeros = factorial(n), 0
    while rest % base == 0:
        rest, zeros = rest // base, zeros + 1
    return zeros


@up_to(7)
def factorial_trailing_zeros_in_base(problem, answer) -> bool:
    return answer == tuple(_zeros_at_the_end(n, base) for n, base in problem.pairs)


def _repeats_from_the_start(value, base) -> bool:
    """Long division of the part after the point: purely periodic when its first remainder comes back."""
    first = value.numerator % value.denominator
    remainder, seen = first, set()
    while remainder not in seen:
        seen.add(remainder)
        remainder = remainder * base % value.denominator
    return remainder == first


@lru_cache(maxsize=1000)
def _repeating_values(problem) -> int:
    values = {Fraction(x, y) for x in range(1, problem.x_high + 1) for y in range(1, problem.y_high + 1)}
    return sum(_repeats_from_the_start(value, problem.base) for value in values)


@up_to(7)
def purely_repeating_fraction_counting(problem, answer) -> bool:
    return answer == _repeating_values(problem)


@up_to(10)
def simultaneous_congruences(problem, answer) -> bool:
    solution, step = solve_congruence(*((remainder, modulus) for modulus, remainder in problem.congruences))
    return answer % step == solution


@lru_cache(maxsize=1000)
def _least_two_digit_factor(a, remainder, digits) -> int:
    """All numbers of one digit, of two, and so on, each length in ascending order."""
    for length in count(1):
        for number in product(sorted(digits), repeat=length):
            value = sum(digit * 10**place for place, digit in enumerate(reversed(number)))
            if number[0] and value > remainder and (value - remainder) % a == 0:
                return (value - remainder) // a


@up_to(7)
def smallest_zero_one_digit_multiple(problem, answer) -> bool:
    return answer == tuple(_least_two_digit_factor(a, remainder, problem.digits) for a, remainder in problem.pairs)
