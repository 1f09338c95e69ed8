"""Divisors, primes and remainders."""
