"""The modulus of counts that grow without bound."""

MODULUS = 10007
"""A prime, stated in every statement that uses it."""
