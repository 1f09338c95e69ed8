"""Matrices and polynomials."""
