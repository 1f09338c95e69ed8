"""Primes, prime factors, divisor counts and the Moebius function."""

from math import isqrt

DIVISOR_COUNT = "Let d(n) be the number of positive divisors of an integer n >= 1, with 1 and n counted among them"
"""How statements name the function d."""


def primes_up_to(n: int) -> list[int]:
    """By the sieve of Eratosthenes."""
    composite = bytearray(n + 1)
    primes = []
    for p in range(2, n + 1):
        if not composite[p]:
            composite[p::p] = b"\1" * (n // p)
            primes.append(p)
    return primes


def factorization(n: int) -> list[tuple[int, int]]:
    """The (prime, exponent) pairs of n >= 1, primes ascending, by trial division: for n with small or few primes."""
    pairs = []
    p = 2
    while p * p <= n:
        exponent = 0
        while n % p == 0:
            n, exponent = n // p, exponent + 1
        if exponent:
            pairs.append((p, exponent))
        p += 1
    return [*pairs, (n, 1)] if n > 1 else pairs


def divisor_count_sum(n: int) -> int:
    """d(1) + ... + d(n), d the number of divisors, 0 for n = 0: the points under the hyperbola xy = n (Dirichlet)."""
    root = isqrt(n)
    return 2 * sum([n // k for k in range(1, root + 1)]) - root * root


def moebius(n: int) -> list[int]:
    """The Moebius function at 0 to n (its entry 0 means nothing)."""
    values = [1] * (n + 1)
    for p in primes_up_to(n):
        values[p::p] = [-value for value in values[p::p]]
        values[p * p :: p * p] = [0] * (n // (p * p))
    return values
